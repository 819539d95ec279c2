import { asset as intake } from '#domain/movements/kinds/supplies.ts';
import { type Asset, unitWord } from '#domain';
import { useAssets, useFarm, useToday } from '#platform';
import { DraftSheet, failureIn } from '#forms';
import { quantityWords } from '#farm/supply-select.tsx';
import { NumberField, type NumberFieldValue, typedNumber } from '#ui';
import { DayField, type OriginDraft, originBody, SupplierFields } from './origin-fields.tsx';
import { batchBody, BatchFields, type BatchOf, namedBody, type NamedDraft, WhichSupply } from '#farm/supply-picker.tsx';

interface IntakeDraft extends NamedDraft, BatchOf, OriginDraft {
  readonly quantity: NumberFieldValue;
}

interface IntakeSheetProps {
  /** Null where the form asks. */
  readonly asset: Asset | null;
  readonly onClose: () => void;
}

const bodyOf = (draft: IntakeDraft, items: readonly Asset[]): Readonly<Record<string, unknown>> => ({
  ...originBody(draft),
  ...namedBody(draft, items),
  ...batchBody(draft),
  quantity: typedNumber(draft.quantity) ?? undefined,
});

/** An intake: a movement ASSET (domain.md §2.5). A hand records one without a price. */
export const IntakeSheet = ({ asset, onClose }: IntakeSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const views = useAssets();
  const items = views?.map((view) => view.row) ?? (asset ? [asset] : []);
  const start: IntakeDraft = {
    asset_id: asset?.id ?? '',
    name: '',
    unit: '',
    date: today,
    quantity: null,
    batch: '',
    expires: '',
    supplier: '',
    total: '',
  };
  return (
    <DraftSheet
      title={asset ? `Ingreso de ${asset.name}` : 'Ingreso de insumo'}
      draftKey={`ingreso ${asset?.id ?? ''}`}
      start={start}
      saveLabel="Guardar ingreso"
      onClose={onClose}
      save={async (values, draftKey) =>
        failureIn(await farm.acts.recordMovement(intake.type, bodyOf(values, items), draftKey))
      }
    >
      {(form) => {
        const { values } = form;
        const unit = items.find((item) => item.id === values.asset_id)?.unit ?? values.unit;
        return (
          <>
            {asset ? (
              <p>Hay {quantityWords(asset.quantity, asset.unit)}.</p>
            ) : (
              <WhichSupply {...form} items={items} other="Uno que no está en la lista…" />
            )}
            <NumberField label="Cantidad" {...(unit && { unit: unitWord(unit) })} {...form.bind('quantity')} />
            <DayField {...form} today={today} label="Fecha" />
            <BatchFields {...form} today={today} />
            <SupplierFields {...form} />
          </>
        );
      }}
    </DraftSheet>
  );
};
