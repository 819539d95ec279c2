import { type Asset, compareNames, formatNumber, unitWord } from '#domain';
import { EditAssetSheet } from './item-fields.tsx';
import { BatchSheet, IntakeSheet } from './intake-sheet.tsx';
import { UseSheet } from './use-sheet.tsx';
import { useAssets, useFarm, useToday } from '#platform';
import { DraftSheet, entryOf, failedAt, failureIn, failureOf, type FormFailure, written } from '#forms';
import { quantityWords } from '#farm/supply-picker.tsx';
import { Notice, noNumber, NumberField, type NumberFieldValue, TextField, typedNumber } from '#ui';
import type { Farm } from '#sync/farm.ts';

/** Forms of the store room, as in the address. */
const stockActs = ['ingreso', 'consumo', 'multiple', 'contar', 'editar'] as const;
export type StockAct = (typeof stockActs)[number];

/** The form that an address names, if any. */
export const stockActIn = (sheet: string | null): StockAct | null => stockActs.find((act) => act === sheet) ?? null;

interface StockActsProps {
  readonly act: StockAct | null;
  readonly asset: Asset | null;
  readonly onEnd: () => void;
}

/** The open form of the store room. */
export const StockActs = ({ act, asset, onEnd }: StockActsProps) => {
  if (act === 'ingreso') return <IntakeSheet asset={asset} onClose={onEnd} />;
  if (act === 'consumo') return <UseSheet asset={asset} onClose={onEnd} />;
  if (act === 'multiple') return <BatchSheet onClose={onEnd} />;
  if (act === 'contar') return asset ? <CountSheet asset={asset} onClose={onEnd} /> : <CountAllSheet onClose={onEnd} />;
  if (act === 'editar' && asset) return <EditAssetSheet asset={asset} onClose={onEnd} />;
  return null;
};

interface CountSheetProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

/** Negative where more was used than came in: counts travel as the difference to it. */
const bookOf = (asset: Asset): number => Math.round((asset.quantity - asset.missing) * 1000) / 1000;

/** `−3 kg contra lo que figura`. */
function differenceWords(asset: Asset, counted: NumberFieldValue): string | null {
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
  return (
    <DraftSheet
      title={`Contar ${asset.name}`}
      draftKey={`conteo ${asset.id}`}
      start={{ counted: noNumber, reason: '' }}
      saveLabel="Guardar recuento"
      onClose={onClose}
      save={async ({ counted, reason }, draftKey) => {
        const body = {
          asset_id: asset.id,
          counted: typedNumber(counted) ?? undefined,
          expected: bookOf(asset),
          date: today,
        };
        return failureIn(await farm.acts.countSupplies({ ...body, ...written({ reason }) }, draftKey));
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

interface CountAllDraft {
  /** By item id; absent was not counted. */
  readonly counted: Readonly<Record<string, NumberFieldValue>>;
}

/** Saves differences one by one, up to the first failure. */
async function saveCounts(
  farm: Farm,
  items: readonly Asset[],
  { counted }: CountAllDraft,
  date: string,
  draftKey: string,
): Promise<FormFailure | null> {
  const wrong = items.filter((item) => typeof counted[item.id] === 'string');
  if (wrong.length > 0) {
    const issues = wrong.map((item) => ({ path: `counted.${item.id}`, message: `${item.name}: ingresá un número` }));
    return { message: null, issues };
  }
  const countedItems = items.filter((item) => typeof counted[item.id] === 'number');
  if (countedItems.length === 0) return failedAt('counted', 'Contá al menos un insumo');
  for (const item of countedItems.filter((one) => counted[one.id] !== bookOf(one))) {
    const body = { asset_id: item.id, counted: counted[item.id], expected: bookOf(item), date };
    const saved = await farm.acts.countSupplies(body);
    if (!saved.ok) return failureOf(saved.problem);
  }
  await farm.saveDraft(draftKey, null);
  return null;
}

/** 'Contar depósito': counts all supplies; blank was not counted. */
export const CountAllSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const farm = useFarm();
  const today = useToday();
  const views = useAssets();
  const items = (views ?? []).map((view) => view.row).toSorted((a, b) => compareNames(a.name, b.name));
  const start: CountAllDraft = { counted: {} };
  return (
    <DraftSheet
      title="Contar depósito"
      draftKey="conteo"
      start={start}
      saveLabel="Guardar recuento"
      onClose={onClose}
      save={(values, draftKey) => saveCounts(farm, items, values, today, draftKey)}
    >
      {(form) => (
        <>
          <p id={form.fieldId('counted')} tabIndex={-1}>
            Dejá vacío lo que no contaste. Cero es que no queda nada.
          </p>
          {items.map((item) => (
            <NumberField
              key={item.id}
              label={item.name}
              unit={unitWord(item.unit)}
              hint={
                differenceWords(item, form.values.counted[item.id] ?? null) ??
                `Figuran ${quantityWords(item.quantity, item.unit)}`
              }
              {...entryOf(form, 'counted', item.id, null)}
            />
          ))}
        </>
      )}
    </DraftSheet>
  );
};
