import { headsOf } from '../../../domain/text.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { mothersOf, passesTo } from './mothers.ts';
import type { FarmThings } from './start.ts';
import type { FormState } from './use-record-form.ts';
import { bornWith, type FormNumber } from './values.ts';

interface MotherFieldsProps {
  readonly things: FarmThings;
  readonly form: FormState;
  /** Where the calves are put; null is 'Sin lote', where nothing is recategorized. */
  readonly lot: unknown;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

/**
 * Who calved, and 'Pasar 2 vaquillonas a Vaca' where they were heifers: the birth moves them too, in one record (domain.md §3.1).
 * They are as many as the calves; where several were born it can be said that they were fewer, for twins.
 */
export const MotherFields = ({ things, form: { values, set }, lot, idOf, errorOf }: MotherFieldsProps) => {
  const { mother_category: motherId, mothers } = values;
  const target = passesTo(things, motherId);
  const name = things.categories.find((one) => one.id === motherId)?.name ?? '';
  const options = mothersOf(things).map((one) => ({ value: one.id, label: one.name }));
  const born = bornWith(values);
  const passing = typeof mothers === 'number' && mothers > 0 ? mothers : born;
  const isChosen = target !== null && values['to_category'] === target.id;
  const problem = errorOf('mother_category');
  const isOffered = target !== null && born > 0 && lot !== null;
  const pass = (id: string | undefined): void => {
    set('to_category', id);
    set('mothers', undefined);
  };
  return (
    <>
      <ChipGroup
        id={idOf('mother_category')}
        label="Madre"
        options={options}
        value={typeof motherId === 'string' ? motherId : null}
        onChange={(id) => {
          // A second touch takes back an answer that need not be given; another mother passes elsewhere, or not at all.
          set('mother_category', id === motherId ? undefined : id);
          pass(undefined);
        }}
        {...(problem !== undefined && { error: problem })}
      />
      {isOffered ? (
        <CheckField
          id={idOf('to_category')}
          label={`Pasar ${headsOf(passing, name)} a ${target.name}`}
          checked={isChosen}
          onChange={(on) => pass(on ? target.id : undefined)}
        />
      ) : null}
      {isOffered && isChosen && born > 1 ? (
        <NumberField
          id={idOf('mothers')}
          label="Madres que parieron"
          hint="Si hubo mellizos, son menos que los nacidos"
          optional
          value={(mothers ?? null) as FormNumber}
          onChange={(count) => set('mothers', count ?? undefined)}
          {...(errorOf('mothers') !== undefined && { error: errorOf('mothers') })}
        />
      ) : null}
    </>
  );
};
