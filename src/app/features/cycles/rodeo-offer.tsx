import { type Cell, counted, failure, limits, type Result, rodeo as rodeoThing, success } from '#domain';
import { useState } from 'react';
import { changeRodeo } from '#domain/movements/kinds/moves.ts';
import { useCategories, useFarm, useStock, useToday } from '#platform';
import { useOnce } from '#forms';
import type { Farm, SaveProblem } from '#sync/farm.ts';
import { Button, TextField } from '#ui';

interface RodeoOfferProps {
  /** The first rodeo takes all animals, later ones only breeding females. */
  readonly isFirst: boolean;
  readonly onMade: (rodeoId: string) => void;
}

const firstName = 'Rodeo general';

/** Makes a rodeo of animals in none: a change of rodeo for each lot. */
async function gather(
  { acts }: Farm,
  name: string,
  cells: readonly Cell[],
  date: string,
): Promise<Result<string, SaveProblem>> {
  const made = await acts.createThing(rodeoThing.name, { name });
  if (!made.ok) return made;
  const rodeo = made.value.entityId;
  for (const lot of new Set(cells.map((cell) => cell.lot))) {
    const animals = cells.flatMap((cell) => (cell.lot === lot ? [{ type: cell.category, count: cell.head }] : []));
    const body = { date, from_rodeo_id: null, to_rodeo_id: rodeo, lot_id: lot, animals };
    const moved = await acts.recordMovement(changeRodeo.type, body);
    if (!moved.ok) return failure(moved.problem);
  }
  return success(rodeo);
}

/** A service needs a rodeo: puts animals without one into a new one, by one touch. */
export const RodeoOffer = ({ isFirst, onMade }: RodeoOfferProps) => {
  const farm = useFarm();
  const today = useToday();
  const stock = useStock();
  const categories = useCategories();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const breeding = new Set(categories?.filter((one) => one.is_breeding_female).map(({ id }) => id));
  const loose = (stock ?? []).filter((cell) => cell.rodeo === null && cell.head > 0);
  const cells = isFirst ? loose : loose.filter((cell) => breeding.has(cell.category));
  const heads = cells.reduce((sum, cell) => sum + cell.head, 0);
  const make = useOnce(async () => {
    const done = await gather(farm, typed ?? firstName, cells, today);
    if (done.ok) return onMade(done.value);
    setProblem(done.problem.reason === 'invalid' ? (done.problem.issues[0]?.message ?? null) : done.problem.message);
  });
  if (!stock || !categories || (heads === 0 && !isFirst)) return null;
  return (
    <>
      <p>{heads > 0 ? `Hay ${counted(heads, 'animal')} sin rodeo.` : 'Todavía no hay rodeos.'}</p>
      <TextField
        label="Nombre del rodeo"
        maxLength={limits.placeNameMaxLength}
        value={typed ?? firstName}
        onChange={setTyped}
        {...(problem !== null && { error: problem })}
      />
      <Button wide busy={make.busy} onClick={() => void make.run()}>
        {heads > 0 ? `Crear el rodeo con ${counted(heads, 'animal')}` : 'Crear el rodeo'}
      </Button>
    </>
  );
};
