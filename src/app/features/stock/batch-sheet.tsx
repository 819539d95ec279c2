import { Plus, X } from 'lucide-react';
import { assetBatch } from '#domain/movements/kinds/supplies.ts';
import { type Asset, unitWord } from '#domain';
import { useAssets, useFarm, useToday } from '#platform';
import { DraftSheet, failureIn, lineOf, type PartOf } from '#forms';
import { Button, IconButton, NumberField, type NumberFieldValue, typedNumber } from '#ui';
import { DayField, type OriginDraft, originBody, SupplierFields } from './origin-fields.tsx';
import styles from './stock.module.css';
import { batchBody, BatchFields, type BatchOf, namedBody, type NamedDraft, WhichSupply } from '#farm/supply-picker.tsx';

interface Line extends NamedDraft, BatchOf {
  readonly quantity: NumberFieldValue;
}

interface BatchDraft extends OriginDraft {
  readonly lines: readonly Line[];
}

const blankLine: Line = { asset_id: '', name: '', unit: '', quantity: null, batch: '', expires: '' };

const bodyOf = (draft: BatchDraft, items: readonly Asset[]): Readonly<Record<string, unknown>> => ({
  ...originBody(draft),
  lines: draft.lines.map((line) => ({
    ...namedBody(line, items),
    ...batchBody(line),
    quantity: typedNumber(line.quantity) ?? undefined,
  })),
});

/** A delivery note as one record: a movement ASSET_BATCH (domain.md §2.5). */
export const BatchSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const farm = useFarm();
  const today = useToday();
  const views = useAssets();
  const items = views?.map((view) => view.row) ?? [];
  const start: BatchDraft = { date: today, supplier: '', total: '', lines: [blankLine] };
  return (
    <DraftSheet
      title="Ingreso múltiple"
      size="wide"
      draftKey="ingreso-multiple"
      start={start}
      saveLabel="Guardar ingreso"
      onClose={onClose}
      save={async (values, draftKey) =>
        failureIn(await farm.acts.recordMovement(assetBatch.type, bodyOf(values, items), draftKey))
      }
    >
      {(form) => {
        const { lines } = form.values;
        return (
          <>
            <DayField {...form} today={today} label="Fecha del remito" />
            <SupplierFields {...form} />
            {lines.map((line, index) => (
              <LineFields
                // Lines have no id and are never re-ordered.
                key={index}
                at={index}
                {...lineOf(form, 'lines', index, line)}
                items={items}
                today={today}
                onRemove={lines.length > 1 ? () => form.change({ lines: lines.filter((_, at) => at !== index) }) : null}
              />
            ))}
            <Button variant="quiet" icon={<Plus />} onClick={() => form.change({ lines: [...lines, blankLine] })}>
              Otro insumo
            </Button>
          </>
        );
      }}
    </DraftSheet>
  );
};

interface LineFieldsProps extends PartOf<Line> {
  readonly at: number;
  readonly items: readonly Asset[];
  readonly today: string;
  readonly onRemove: (() => void) | null;
}

const LineFields = ({ at, items, today, onRemove, ...part }: LineFieldsProps) => {
  const { values, bind } = part;
  const unit = items.find((item) => item.id === values.asset_id)?.unit ?? values.unit;
  return (
    <div className={styles.line} role="group" aria-label={`Insumo ${at + 1}`}>
      <div className={styles.lineHead}>
        <h3>Insumo {at + 1}</h3>
        {onRemove ? <IconButton label={`Quitar insumo ${at + 1}`} icon={<X />} onClick={onRemove} /> : null}
      </div>
      <WhichSupply {...part} items={items} other="Uno que no está en la lista…" />
      <NumberField label="Cantidad" {...(unit && { unit: unitWord(unit) })} {...bind('quantity')} />
      <BatchFields {...part} today={today} />
    </div>
  );
};
