import { useState } from 'react';
import { Chip, ChipGroup } from '../../ui/chip.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './record.module.css';

const chipsAtMost = 4;
const none = '';

export interface Place {
  readonly id: string;
  readonly name: string;
}

export interface PlacePickerProps {
  readonly id: string;
  readonly label: string;
  /** Those offered first come first: recent ones, or those that fit the other answers. */
  readonly places: readonly Place[];
  /** An id, null for the answer 'none', undefined while nothing was said. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  /** The word for the answer 'none', where that is an answer: 'Sin lote', 'Todo el campo'. */
  readonly noneWord?: string;
  /** Offers 'none' as the first chip instead of at the end of the list. */
  readonly noneFirst?: boolean;
  /** Offers 'none' as a chip after the others, for there are animals so. */
  readonly isNoneOffered?: boolean;
  readonly error?: string | undefined;
}

/** The first few, with the chosen one among them. */
function offered(places: readonly Place[], value: string | null | undefined): readonly Place[] {
  const first = places.slice(0, chipsAtMost);
  if (!value || first.some((place) => place.id === value)) return first;
  const chosen = places.find((place) => place.id === value);
  return chosen ? [chosen, ...first.slice(0, chipsAtMost - 1)] : first;
}

/** A place by one touch; 'Todos…' opens the phone's own list, which is fit for a thousand lots. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { id, label, places, value, onChange, noneWord, noneFirst = false, isNoneOffered = false, error } = props;
  const [wantsAll, setWantsAll] = useState(false);
  const chips = offered(places, value);
  const hasMore = places.length > chips.length || (noneWord !== undefined && !noneFirst);
  const first = noneWord !== undefined && noneFirst ? [{ value: none, label: noneWord }] : [];
  const chosen = value === null ? none : (value ?? null);
  const noneLast = noneWord !== undefined && !noneFirst && (isNoneOffered || value === null) ? noneWord : undefined;
  return (
    <div className={styles.picker}>
      <ChipGroup
        id={id}
        strip
        label={label}
        options={[
          ...first,
          ...chips.map((place) => ({ value: place.id, label: place.name })),
          ...(noneLast === undefined ? [] : [{ value: none, label: noneLast }]),
        ]}
        value={chosen}
        onChange={(next) => onChange(next === none ? null : next)}
        more={
          hasMore ? (
            <Chip pressed={false} onPress={() => setWantsAll(true)}>
              Todos…
            </Chip>
          ) : undefined
        }
        {...(error !== undefined && { error })}
      />
      {wantsAll ? (
        <SelectField
          label={`${label}: todos`}
          options={[
            ...(noneWord === undefined ? [] : [{ value: 'none', label: noneWord }]),
            ...places.map((place) => ({ value: place.id, label: place.name })),
          ]}
          value={value === null ? 'none' : (value ?? '')}
          onChange={(next) => {
            onChange(next === 'none' ? null : next);
            setWantsAll(false);
          }}
        />
      ) : null}
    </div>
  );
};
