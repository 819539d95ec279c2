import { useState } from 'react';
import { Chip, ChipGroup } from '#ui';
import { type Place, PlaceSheet, type PlaceSheetProps } from './place-sheet.tsx';

/** More are in the list. */
export const chipsAtMost = 4;
const none = '';

interface PlacePickerProps extends Pick<PlaceSheetProps, 'label' | 'half' | 'things'> {
  readonly id: string;
  /** In order of preference. */
  readonly places: readonly Place[];
  /** An id, null for 'none', undefined if unanswered. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  /** Label of 'none', if allowed: 'Sin lote', 'Todo el campo'. */
  readonly noneWord?: string;
  /** 'None' is the first chip instead of last in the list. */
  readonly noneFirst?: boolean;
  /** 'None' is the last chip, as there are such animals. */
  readonly isNoneOffered?: boolean;
  readonly error?: string | undefined;
}

/** The first few, including the chosen one. */
function offered(places: readonly Place[], value: string | null | undefined): readonly Place[] {
  const first = places.slice(0, chipsAtMost);
  if (!value || first.some((place) => place.id === value)) return first;
  const chosen = places.find((place) => place.id === value);
  return chosen ? [chosen, ...first.slice(0, chipsAtMost - 1)] : first;
}

export const otherWords = { lot: 'Otro lote…', rodeo: 'Otro rodeo…', campo: 'Otro campo…' } as const;

/** A place by chips, or a searchable list fit for a thousand lots. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { id, label, half, places, things, value, onChange, error } = props;
  const { noneWord, noneFirst = false, isNoneOffered = false } = props;
  const [wantsAll, setWantsAll] = useState(false);
  const chips = offered(places, value);
  const first = noneWord !== undefined && noneFirst ? [{ value: none, label: noneWord }] : [];
  const chosen = value === null ? none : (value ?? null);
  // No other places exist; with a partial farm nobody can tell.
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
