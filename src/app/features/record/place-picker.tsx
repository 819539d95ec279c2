import { useState } from 'react';
import { Chip, ChipGroup } from '#ui';
import { type Place, PlaceSheet, type PlaceSheetProps } from './place-sheet.tsx';

/** Beyond these places are looked for in the list. */
export const chipsAtMost = 4;
const none = '';

interface PlacePickerProps extends Pick<PlaceSheetProps, 'label' | 'half' | 'things'> {
  readonly id: string;
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

export const otherWords = { lot: 'Otro lote…', rodeo: 'Otro rodeo…', campo: 'Otro campo…' } as const;

/** A place by one touch; beyond the usual ones a list that is searched, fit for a thousand lots. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { id, label, half, places, things, value, onChange, error } = props;
  const { noneWord, noneFirst = false, isNoneOffered = false } = props;
  const [wantsAll, setWantsAll] = useState(false);
  const chips = offered(places, value);
  const first = noneWord !== undefined && noneFirst ? [{ value: none, label: noneWord }] : [];
  const chosen = value === null ? none : (value ?? null);
  // Of a farm without places there is no other one; of one that is still on its way to this phone nobody can tell.
  const isOnlyNone = places.length === 0 && things.isWhole;
  const hasMore = places.length > chips.length || (!isOnlyNone && noneWord !== undefined && !noneFirst);
  const noneLast =
    noneWord !== undefined && !noneFirst && (isNoneOffered || isOnlyNone || value === null) ? noneWord : undefined;
  return (
    <>
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
              {otherWords[half]}
            </Chip>
          ) : undefined
        }
        {...(error !== undefined && { error })}
      />
      {wantsAll ? (
        <PlaceSheet
          {...{ label, half, places, things, value, noneWord }}
          onPick={(next) => {
            setWantsAll(false);
            onChange(next);
          }}
          onClose={() => setWantsAll(false)}
        />
      ) : null}
    </>
  );
};
