import { type Cell, counted, formatNumber } from '#domain';
import { CheckField, Notice, SelectField } from '#ui';
import { keyOf, sourcesOf, targetOf } from './culls.ts';
import type { FarmThings } from './start.ts';
import type { FormState } from './use-record-form.ts';

interface CullOfferProps {
  readonly things: FarmThings;
  readonly form: FormState;
  readonly rodeoId: unknown;
  /** May create the missing category. */
  readonly mayName: boolean;
}

/** 'Pasar 12 vacías a Vaca de descarte': the diagnosis moves them in the same record (domain.md §3.4). */
export const CullOffer = ({ things, form: { values, set }, rodeoId, mayName }: CullOfferProps) => {
  const { empty } = values;
  const target = targetOf(things, rodeoId);
  if (typeof empty !== 'number' || empty <= 0) return null;
  if (!target) {
    return mayName ? (
      <Notice>Si creás la categoría «Vaca de descarte», las vacías pasan a ella desde este mismo registro.</Notice>
    ) : null;
  }
  const isChosen = values[target.field] === target.id;
  const sources = sourcesOf(things, rodeoId, target.id);
  const said = keyOf(values['from_category'], values['lot_id']);
  const setSource = (cell: Cell | undefined): void => {
    set('from_category', cell?.category);
    set('lot_id', cell?.lot);
  };
  const choose = (on: boolean): void => {
    set(target.field, on ? target.id : undefined);
    if (!on) setSource(undefined);
  };
  return (
    <>
      <CheckField label={`Pasar ${counted(empty, 'vacía')} ${target.words}`} checked={isChosen} onChange={choose} />
      {isChosen && sources.length > 1 ? (
        <SelectField
          label="¿De dónde salen?"
          options={sources.map((cell) => ({
            value: keyOf(cell.category, cell.lot),
            label: sourceWords(things, cell),
          }))}
          value={sources.some((cell) => keyOf(cell.category, cell.lot) === said) ? said : ''}
          onChange={(key) => setSource(sources.find((cell) => keyOf(cell.category, cell.lot) === key))}
        />
      ) : null}
    </>
  );
};

/** `Vaca · El Ombú (60)`. */
function sourceWords({ categories, lots }: FarmThings, { category, lot, head }: Cell): string {
  const name = categories.find((one) => one.id === category)?.name ?? '';
  const place = lots.find((view) => view.lot.id === lot)?.lot.name ?? 'Sin lote';
  return `${name} · ${place} (${formatNumber(head, 0)})`;
}
