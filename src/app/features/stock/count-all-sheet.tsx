import { type Asset, compareNames, unitWord } from '#domain';
import { useAssets, useFarm, useToday } from '#platform';
import { DraftSheet, entryOf, failedAt, failureOf, type FormFailure } from '#forms';
import { quantityWords } from '#farm/supply-select.tsx';
import type { Farm } from '#sync/farm.ts';
import { NumberField, type NumberFieldValue } from '#ui';
import { bookOf, differenceWords } from './count-sheet.tsx';

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

/** 'Contar depósito': counts all supplies; blank was not counted (domain.md §2.5). */
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
