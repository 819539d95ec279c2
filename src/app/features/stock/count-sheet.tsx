import { type Asset, formatNumber, unitWord } from '#domain';
import { useFarm, useToday } from '#platform';
import { DraftSheet, failureIn } from '#forms';
import { quantityWords } from '#farm/supply-select.tsx';
import { Notice, NumberField, type NumberFieldValue, TextField, typedNumber } from '#ui';

interface CountSheetProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

interface CountDraft {
  readonly counted: NumberFieldValue;
  readonly reason: string;
}

/** The book's stock, negative where more was used than came in: counts travel as the difference to it. */
export const bookOf = (asset: Asset): number => Math.round((asset.quantity - asset.missing) * 1000) / 1000;

/** `−3 kg contra lo que figura`. */
export function differenceWords(asset: Asset, counted: NumberFieldValue): string | null {
  if (typeof counted !== 'number') return null;
  const difference = Math.round((counted - bookOf(asset)) * 1000) / 1000;
  if (difference === 0) return 'Sin diferencias';
  const sign = difference > 0 ? '+' : '−';
  return `${sign}${formatNumber(Math.abs(difference), 3)} ${unitWord(asset.unit)} contra lo que figura`;
}

/** Counts one item; the difference is recorded (domain.md §2.5, 'Ajuste por recuento'). */
export const CountSheet = ({ asset, onClose }: CountSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const start: CountDraft = { counted: null, reason: '' };
  return (
    <DraftSheet
      title={`Contar ${asset.name}`}
      draftKey={`conteo ${asset.id}`}
      start={start}
      saveLabel="Guardar recuento"
      onClose={onClose}
      save={async ({ counted, reason }, draftKey) => {
        const said = reason.trim() ? { reason: reason.trim() } : {};
        const body = {
          asset_id: asset.id,
          counted: typedNumber(counted) ?? undefined,
          expected: bookOf(asset),
          date: today,
        };
        return failureIn(await farm.acts.countSupplies({ ...body, ...said }, draftKey));
      }}
    >
      {({ values, bind }) => {
        const words = differenceWords(asset, values.counted);
        return (
          <>
            <p>Figuran {quantityWords(asset.quantity, asset.unit)}. Contá lo que hay: la diferencia queda anotada.</p>
            <NumberField label="Contado" unit={unitWord(asset.unit)} {...bind('counted')} />
            {words ? <Notice role="status">{words}</Notice> : null}
            <TextField label="Motivo" optional maxLength={120} {...bind('reason')} />
          </>
        );
      }}
    </DraftSheet>
  );
};
