import { useState } from 'react';
import { useCategories, useRodeos, useToday } from '#platform';
import type { PartOf } from '#forms';
import { type Kilos, OpeningFields } from '#farm/opening-fields.tsx';
import { Button } from '#ui';

interface Opening {
  readonly heads: Readonly<Record<string, number>>;
  readonly kilos: Kilos;
  readonly headsOn: string;
  readonly rodeo: string;
}

/** Animals already in a new lot (domain.md §2.2). */
export const OpeningHeads = ({ values: draft, change, errorOf, fieldId }: PartOf<Opening>) => {
  const categories = useCategories();
  const rodeos = useRodeos();
  const today = useToday();
  const [open, setOpen] = useState(false);
  const isOpen = open || Object.values(draft.heads).some((count) => count > 0);
  if (!isOpen) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Agregar animales
      </Button>
    );
  }
  return (
    <fieldset>
      <legend>Animales que ya están en el lote</legend>
      <OpeningFields
        idOf={fieldId}
        errorOf={errorOf}
        paths={{ rodeo: 'rodeo', date: 'animals_on' }}
        rodeos={(rodeos ?? []).map(({ rodeo }) => rodeo)}
        categories={categories ?? []}
        rodeo={draft.rodeo}
        date={draft.headsOn || today}
        heads={draft.heads}
        kilos={draft.kilos}
        onChange={({ date, ...rest }) => change({ ...rest, ...(date !== undefined && { headsOn: date }) })}
      />
    </fieldset>
  );
};
