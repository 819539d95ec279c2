import { headsOf } from '#domain';
import { CheckField, NumberField } from '#ui';
import { passesTo } from './mothers.ts';
import type { FarmThings } from './start.ts';
import { bornWith, type FormNumber, type Values } from './values.ts';

interface PassOfferProps {
  readonly things: FarmThings;
  /** The birth so far. */
  readonly values: Values;
  readonly set: (name: 'to_category' | 'mothers', value: unknown) => void;
  /** Where the calves go; null ('Sin lote'): nothing is recategorized. */
  readonly lot: unknown;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

/** 'Pasar 2 vaquillonas a Vaca': the birth moves the heifers in the same record (domain.md §3.1); fewer than calves for twins. */
export const PassOffer = ({ things, values, set, lot, idOf, errorOf }: PassOfferProps) => {
  const { mother_category: motherId, mothers } = values;
  const target = passesTo(things, motherId);
  const born = bornWith(values);
  if (target === null || born === 0 || lot === null) return null;
  const name = things.categories.find((one) => one.id === motherId)?.name ?? '';
  const passing = typeof mothers === 'number' && mothers > 0 ? mothers : born;
  const isChosen = values['to_category'] === target.id;
  const problem = errorOf('mothers');
  return (
    <>
      <CheckField
        id={idOf('to_category')}
        label={`Pasar ${headsOf(passing, name)} a ${target.name}`}
        checked={isChosen}
        onChange={(on) => {
          set('to_category', on ? target.id : undefined);
          set('mothers', undefined);
        }}
      />
      {isChosen && born > 1 ? (
        <NumberField
          id={idOf('mothers')}
          label="Madres que parieron"
          hint="Si hubo mellizos, son menos que los nacidos"
          optional
          value={(mothers ?? null) as FormNumber}
          onChange={(count) => set('mothers', count ?? undefined)}
          {...(problem !== undefined && { error: problem })}
        />
      ) : null}
    </>
  );
};
