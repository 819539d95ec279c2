import { useState } from 'react';
import { Chip, ChipGroup } from '#ui';
import { chipsAtMost, otherWords } from './place-picker.tsx';
import { type Place, PlaceSheet, type PlaceSheetProps } from './place-sheet.tsx';

interface SeveralPlacesProps extends Pick<PlaceSheetProps, 'label' | 'half' | 'things'> {
  readonly id: string;
  /** In order of preference. */
  readonly places: readonly Place[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: string;
}

/** Several places: chips that toggle, then a searchable list. */
export const SeveralPlaces = (props: SeveralPlacesProps) => {
  const { id, label, half, places, things, value, onChange, error } = props;
  const [wantsAll, setWantsAll] = useState(false);
  const chips = places.filter((place, at) => at < chipsAtMost || value.includes(place.id));
  const toggle = (place: string): void =>
    onChange(value.includes(place) ? value.filter((other) => other !== place) : [...value, place]);
  return (
    <>
      <ChipGroup
        id={id}
        label={label}
        options={chips.map((place) => ({ value: place.id, label: place.name }))}
        value={value}
        onChange={toggle}
        more={
          places.length > chips.length ? (
            <Chip pressed={false} onPress={() => setWantsAll(true)}>
              {otherWords[half]}
            </Chip>
          ) : undefined
        }
        {...(error !== undefined && { error })}
      />
      {wantsAll ? (
        <PlaceSheet
          {...{ label, half, things }}
          places={places.filter((place) => !chips.includes(place))}
          value={undefined}
          onPick={(place) => {
            setWantsAll(false);
            if (place !== null) toggle(place);
          }}
          onClose={() => setWantsAll(false)}
        />
      ) : null}
    </>
  );
};
