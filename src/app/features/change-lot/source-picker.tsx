import { counted, formatNumber } from '#domain';
import { type FormOf, PickList } from '#forms';
import { ChipGroup } from '#ui';
import { type FarmAround, lotName, rodeoName } from './farm-around.ts';
import type { MoveDraft, Source } from './move.ts';

/** More than these become a searchable list. */
const chipsAtMost = 8;

interface SourcePickerProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly sources: readonly Source[];
  readonly onPicked: () => void;
}

const label = '¿Cuáles?';

/** Picks the animals to move: chips, or a search on a large farm. */
export const SourcePicker = ({ form, around, sources, onPicked }: SourcePickerProps) => {
  const { id, value, error } = form.bind('source');
  const pick = (key: string): void => {
    form.change({ source: key, heads: {} });
    onPicked();
  };
  const namesOf = (one: Source): string => `${rodeoName(around, one.rodeoId)} · ${lotName(around, one.lotId)}`;
  if (sources.length > chipsAtMost) {
    return (
      <PickList
        id={id}
        label={label}
        placeholder="Buscar rodeo o lote"
        listLabel="Rodeos y lotes"
        picks={sources.map((one) => ({ ...one, id: one.key, sought: namesOf(one) }))}
        wordsOf={(one) => ({ title: namesOf(one), right: counted(one.heads, 'cabeza') })}
        value={value}
        onPick={pick}
        emptyWords={() => 'Ningún rodeo ni lote se llama así'}
        error={error}
      />
    );
  }
  return (
    <ChipGroup
      id={id}
      label={label}
      options={sources.map((one) => ({ value: one.key, label: `${namesOf(one)} (${formatNumber(one.heads, 0)})` }))}
      value={value}
      onChange={pick}
      {...(error !== undefined && { error })}
    />
  );
};
