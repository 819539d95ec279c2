import { Plus, X } from 'lucide-react';
import { addDays, type Asset } from '#domain';
import { assetBatch, asset as intake } from '#domain/movements/kinds/supplies.ts';
import { DraftSheet, failureIn, lineOf, MoneyField, moneyOf, type PartOf, written } from '#forms';
import { quantityWords, supplyBody, SupplyFields, type SupplyLine, supplyLine } from '#farm/supply-picker.tsx';
import { useAssets, useFarm, useMay, useToday } from '#platform';
import { Button, DateField, IconButton, TextField } from '#ui';
import styles from './stock.module.css';

/** When something came in, from whom and for how much. */
export interface OriginDraft {
  readonly date: string;
  readonly supplier: string;
  readonly total: string;
}

export function originBody({ date, supplier, total }: OriginDraft) {
  const amount = moneyOf(total);
  return {
    date,
    ...written({ supplier }),
    ...(amount !== null && { total: amount }),
  };
}

type DayProps = PartOf<OriginDraft> & { readonly today: string; readonly label: string };

const DayField = ({ today, label, bind }: DayProps) => (
  <DateField label={label} today={today} max={addDays(today, 1)} {...bind('date')} />
);

/** Prices only for who sees them (domain.md §1.12). */
export const SupplierFields = ({ bind }: PartOf<OriginDraft>) => (
  <>
    <TextField label="Proveedor" optional maxLength={120} {...bind('supplier')} />
    {useMay('see-money') ? <MoneyField label="Importe total sin IVA" optional {...bind('total')} /> : null}
  </>
);

interface IntakeSheetProps {
  readonly asset: Asset | null;
  readonly onClose: () => void;
}

/** An intake: a movement ASSET (domain.md §2.5). A hand records one without a price. */
export const IntakeSheet = ({ asset, onClose }: IntakeSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const items = useAssets()?.map((view) => view.row) ?? (asset ? [asset] : []);
  const start: SupplyLine & OriginDraft = { ...supplyLine(asset?.id), date: today, supplier: '', total: '' };
  return (
    <DraftSheet
      title={asset ? `Ingreso de ${asset.name}` : 'Ingreso de insumo'}
      draftKey={`ingreso ${asset?.id ?? ''}`}
      start={start}
      saveLabel="Guardar ingreso"
      onClose={onClose}
      save={async (values, draftKey) => {
        const body = { ...originBody(values), ...supplyBody(values, items) };
        return failureIn(await farm.acts.recordMovement(intake.type, body, draftKey));
      }}
    >
      {(form) => (
        <>
          {asset ? <p>Hay {quantityWords(asset.quantity, asset.unit)}.</p> : null}
          <SupplyFields
            {...form}
            items={items}
            today={today}
            other="Uno que no está en la lista…"
            isGiven={asset !== null}
          >
            <DayField {...form} today={today} label="Fecha" />
          </SupplyFields>
          <SupplierFields {...form} />
        </>
      )}
    </DraftSheet>
  );
};

interface BatchDraft extends OriginDraft {
  readonly lines: readonly SupplyLine[];
}

/** A delivery note as one record: a movement ASSET_BATCH. */
export const BatchSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const farm = useFarm();
  const today = useToday();
  const items = useAssets()?.map((view) => view.row) ?? [];
  const start: BatchDraft = { date: today, supplier: '', total: '', lines: [supplyLine()] };
  return (
    <DraftSheet
      title="Ingreso múltiple"
      size="wide"
      draftKey="ingreso-multiple"
      start={start}
      saveLabel="Guardar ingreso"
      onClose={onClose}
      save={async (values, draftKey) => {
        const body = { ...originBody(values), lines: values.lines.map((line) => supplyBody(line, items)) };
        return failureIn(await farm.acts.recordMovement(assetBatch.type, body, draftKey));
      }}
    >
      {(form) => {
        const { lines } = form.values;
        return (
          <>
            <DayField {...form} today={today} label="Fecha del remito" />
            <SupplierFields {...form} />
            {lines.map((line, at) => (
              // Lines have no id and are never re-ordered.
              <div key={at} className={styles.line} role="group" aria-label={`Insumo ${at + 1}`}>
                <div className={styles.lineHead}>
                  <h3>Insumo {at + 1}</h3>
                  {lines.length > 1 ? (
                    <IconButton
                      label={`Quitar insumo ${at + 1}`}
                      icon={<X />}
                      onClick={() => form.change({ lines: lines.toSpliced(at, 1) })}
                    />
                  ) : null}
                </div>
                <SupplyFields
                  {...lineOf(form, 'lines', at, line)}
                  items={items}
                  today={today}
                  other="Uno que no está en la lista…"
                />
              </div>
            ))}
            <Button variant="quiet" icon={<Plus />} onClick={() => form.change({ lines: [...lines, supplyLine()] })}>
              Otro insumo
            </Button>
          </>
        );
      }}
    </DraftSheet>
  );
};
