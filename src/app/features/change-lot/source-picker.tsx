import { Check, Fence } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted, searchable } from '../../../domain/text.ts';
import type { FormOf } from '../../frame/forms/use-form.ts';
import { ChipGroup } from '../../ui/chip.tsx';
import { RowButton, RowList } from '../../ui/row.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type FarmAround, lotName, rodeoName } from './farm-around.ts';
import styles from './change-lot.module.css';
import type { MoveDraft, Source } from './move.ts';

/** Beyond these they are looked for by their names. */
const chipsAtMost = 8;

interface SourcePickerProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly sources: readonly Source[];
}

const label = '¿Cuáles?';

/** Which animals move: a rodeo in a lot, by one touch; on a farm of many, by a part of either name. */
export const SourcePicker = ({ form, around, sources }: SourcePickerProps) => {
  const { id, value, error } = form.bind('source');
  const pick = (key: string): void => form.change({ source: key, heads: {} });
  const namesOf = (one: Source): string => `${rodeoName(around, one.rodeoId)} · ${lotName(around, one.lotId)}`;
  if (sources.length > chipsAtMost) return <SourceSearch {...{ id, value, error, sources, namesOf, pick }} />;
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

interface SourceSearchProps {
  readonly id: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly sources: readonly Source[];
  readonly namesOf: (source: Source) => string;
  readonly pick: (key: string) => void;
}

const SourceSearch = ({ id, value, error, sources, namesOf, pick }: SourceSearchProps) => {
  const [sought, setSought] = useState('');
  const found = sources.filter((one) => searchable(namesOf(one)).includes(searchable(sought)));
  const chosen = sources.find((one) => one.key === value);
  const offered = chosen && sought === '' ? [chosen, ...found.filter((one) => one !== chosen)] : found;
  const more = found.length - chipsAtMost;
  return (
    <div className={styles.picker}>
      <TextField
        id={id}
        label={label}
        type="search"
        placeholder="Buscar rodeo o lote"
        value={sought}
        onChange={setSought}
        {...(error !== undefined && { error })}
      />
      <div className={styles.list}>
        <RowList label="Rodeos y lotes">
          {offered.slice(0, chipsAtMost).map((one) => (
            <li key={one.key}>
              <RowButton
                aria-pressed={one === chosen}
                icon={one === chosen ? <Check size={26} aria-hidden /> : <Fence size={26} aria-hidden />}
                title={namesOf(one)}
                right={counted(one.heads, 'cabeza')}
                onClick={() => pick(one.key)}
              />
            </li>
          ))}
        </RowList>
      </div>
      {found.length === 0 ? <p>No encontramos «{sought}». Probá con otra parte del nombre.</p> : null}
      {more > 0 ? <p className={styles.more}>Y {formatNumber(more, 0)} más: escribí parte del nombre.</p> : null}
    </div>
  );
};
