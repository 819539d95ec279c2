import { type ReactNode, useState } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import { formatNumber, halfOf, noPlace, placeQuestion } from '#domain';
import { Button, Notice, Sheet, Stack } from '#ui';
import type { FarmThings } from './start.ts';
import type { Values } from './values.ts';
import { missingPlace, placesFor } from './where.ts';

interface Asked {
  readonly name: string;
  readonly values: Values;
  /** An id, null for 'Sin lote' or 'Sin rodeo'; undefined: back to the form. */
  readonly answer: (place: string | null | undefined) => void;
}

interface PlaceQuestion {
  /** The values with every required place; null if cancelled. */
  readonly ask: (values: Values) => Promise<Values | null>;
  /** Rendered with the form. */
  readonly dialog: ReactNode;
}

/** Asks for missing places in a dialog, as part of saving. */
export function usePlaceQuestion(kind: RecordedKind, things: FarmThings): PlaceQuestion {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    ask: async (values) => {
      let answered = values;
      for (
        let name = missingPlace(kind, answered, things);
        name !== null;
        name = missingPlace(kind, answered, things)
      ) {
        const field = name;
        const place = await new Promise<string | null | undefined>((answer) =>
          setAsked({ name: field, values: answered, answer }),
        );
        setAsked(null);
        if (place === undefined) return null;
        answered = { ...answered, [field]: place };
      }
      return answered;
    },
    dialog: asked ? <PlaceDialog key={asked.name} kind={kind} things={things} {...asked} /> : null,
  };
}

const PlaceDialog = (props: Asked & { readonly kind: RecordedKind; readonly things: FarmThings }) => {
  const { kind, name, values, things, answer } = props;
  const half = halfOf(kind, name) ?? 'lot';
  const { places, none } = placesFor(kind, name, values, things);
  const called = (label: string, heads: number | null): string =>
    heads === null || heads === 0 ? label : `${label} · ${formatNumber(heads, 0)}`;
  return (
    <Sheet open role="alertdialog" title={placeQuestion(kind, name)} onClose={() => answer(undefined)}>
      <Stack>
        {things.isWhole ? null : <Notice>Este celular todavía está cargando el campo: puede faltar alguno.</Notice>}
        {places.length === 0 && none === null ? (
          <p>{half === 'lot' ? 'Todavía no hay lotes.' : 'Todavía no hay rodeos: creá uno en Rodeos.'}</p>
        ) : null}
        {places.map((place) => (
          <Button key={place.id} wide onClick={() => answer(place.id)}>
            {called(place.name, place.heads)}
          </Button>
        ))}
        {none === null ? null : (
          <Button wide variant={none > 0 || places.length === 0 ? 'default' : 'quiet'} onClick={() => answer(null)}>
            {called(noPlace[half], none)}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
};
