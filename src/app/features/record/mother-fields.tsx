import { ChipGroup } from '#ui';
import { mothersOf } from './mothers.ts';
import type { FarmThings } from './start.ts';
import { PassOffer } from './pass-offer.tsx';
import type { FormState } from './use-record-form.ts';

interface MotherFieldsProps {
  readonly things: FarmThings;
  readonly form: FormState;
  /** Where the calves go; null ('Sin lote'): nothing is recategorized. */
  readonly lot: unknown;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

/** The mother, and 'Pasar 2 vaquillonas a Vaca' for heifers (domain.md §3.1). */
export const MotherFields = ({ things, form: { values, set }, lot, idOf, errorOf }: MotherFieldsProps) => {
  const { mother_category: motherId } = values;
  const options = mothersOf(things).map((one) => ({ value: one.id, label: one.name }));
  const problem = errorOf('mother_category');
  return (
    <>
      <ChipGroup
        id={idOf('mother_category')}
        label="Madre"
        options={options}
        value={typeof motherId === 'string' ? motherId : null}
        onChange={(id) => {
          // A second tap clears it; another mother resets the pass.
          set('mother_category', id === motherId ? undefined : id);
          set('to_category', undefined);
          set('mothers', undefined);
        }}
        {...(problem !== undefined && { error: problem })}
      />
      <PassOffer {...{ things, values, set, lot, idOf, errorOf }} />
    </>
  );
};
