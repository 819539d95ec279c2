import { byId } from '#domain/rows.ts';
import { useState } from 'react';
import { Chip, ChipGroup, optionsOf } from '#ui';
import { type Place, PlaceSheet, type PlaceSheetProps } from './place-sheet.tsx';

const chipsAtMost = 4;
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
  const chosen = byId(places, value);
  return chosen ? [chosen, ...first.slice(0, chipsAtMost - 1)] : first;
}

const otherWords = { lot: 'Otro lote…', rodeo: 'Otro rodeo…', campo: 'Otro campo…' } as const;

/** The chip that opens the list of places, and the list. */
function usePlaceList(props: Omit<PlaceSheetProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return {
    chip: (
      <Chip pressed={false} onPress={() => setOpen(true)}>
        {otherWords[props.half]}
      </Chip>
    ),
    list: open ? (
      <PlaceSheet
        {...props}
        onPick={(place) => {
          close();
          props.onPick(place);
        }}
        onClose={close}
      />
    ) : null,
  };
}

/** A place by chips, or a searchable list fit for a thousand lots. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { id, label, half, places, things, value, onChange, error } = props;
  const { noneWord, noneFirst = false, isNoneOffered = false } = props;
  const all = usePlaceList({ label, half, places, things, value, noneWord, onPick: onChange });
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
        options={[...first, ...optionsOf(chips), ...(noneLast === undefined ? [] : [{ value: none, label: noneLast }])]}
        value={chosen}
        onChange={(next) => onChange(next === none ? null : next)}
        more={hasMore ? all.chip : undefined}
        {...(error !== undefined && { error })}
      />
      {all.list}
    </>
  );
};

interface SeveralPlacesProps extends Pick<PlacePickerProps, 'id' | 'label' | 'half' | 'things' | 'places'> {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: string;
}

/** Several places: chips that toggle, then a searchable list. */
export const SeveralPlaces = (props: SeveralPlacesProps) => {
  const { id, label, half, places, things, value, onChange, error } = props;
  const chips = places.filter((place, at) => at < chipsAtMost || value.includes(place.id));
  const toggle = (place: string): void =>
    onChange(value.includes(place) ? value.filter((other) => other !== place) : [...value, place]);
  const all = usePlaceList({
    label,
    half,
    things,
    places: places.filter((place) => !chips.includes(place)),
    value: undefined,
    onPick: (place) => place !== null && toggle(place),
  });
  return (
    <>
      <ChipGroup
        {...{ id, label, value }}
        options={optionsOf(chips)}
        onChange={toggle}
        more={places.length > chips.length ? all.chip : undefined}
        {...(error !== undefined && { error })}
      />
      {all.list}
    </>
  );
};
