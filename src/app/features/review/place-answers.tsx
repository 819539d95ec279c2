import { useState } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import { type Cell, formatNumber, halfOf, type Movement, noPlace, readBy } from '#domain';
import { FailedNotice, useFarm, useLots, useRodeos, useStock } from '#platform';
import { useOnce } from '#forms';
import { Button, Cluster } from '#ui';

/** Further places are chosen in the record's form. */
const mostPlaces = 6;

interface PlaceAnswersProps {
  readonly movement: Movement;
  readonly kind: RecordedKind;
  /** The unsaid place. */
  readonly field: string;
}

/** Places holding such animals, as answers. Each edits the record, offline too. */
export const PlaceAnswers = ({ movement, kind, field }: PlaceAnswersProps) => {
  const farm = useFarm();
  const stock = useStock();
  const lots = useLots();
  const rodeos = useRodeos();
  const [failed, setFailed] = useState<string | null>(null);
  const half = halfOf(kind, field) ?? 'lot';
  const answer = useOnce(async (place: string | null) => {
    const saved = await farm.acts.editMovement(movement.id, {
      ...readBy(kind, movement),
      [field]: place,
    });
    const { problem = null } = saved.ok ? {} : saved;
    setFailed(problem && (problem.reason === 'invalid' ? (problem.issues[0]?.message ?? null) : problem.message));
  });
  if (!stock || !lots || !rodeos) return null;
  const names = new Map(
    half === 'lot'
      ? lots.map(({ lot }) => [lot.id, lot.name] as const)
      : rodeos.map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
  );
  const takesNone = kind.fields[field]?.schema.safeParse(null).success === true;
  return (
    <>
      <FailedNotice message={failed} />
      <Cluster>
        {standingAt(movement, kind, field, stock).map(({ id, heads }) => (
          <Button key={id} compact disabled={answer.busy} onClick={() => void answer.run(id)}>
            {`${names.get(id) ?? '…'} · ${formatNumber(heads, 0)}`}
          </Button>
        ))}
        {takesNone ? (
          <Button compact disabled={answer.busy} onClick={() => void answer.run(null)}>
            {noPlace[half]}
          </Button>
        ) : null}
      </Cluster>
    </>
  );
};

/** Where such animals stand, most first, within the half of the place that is known. */
function standingAt(movement: Movement, kind: RecordedKind, field: string, stock: readonly Cell[]) {
  const half = halfOf(kind, field) ?? 'lot';
  const isOther = half === 'rodeo';
  const said = isOther ? movement.metadata.lot_id : movement.rodeoId;
  const types = new Set(movement.animals.map(({ type }) => type));
  const heads = new Map<string, number>();
  for (const cell of stock) {
    const id = cell[half];
    const isThere = said === null || cell[isOther ? 'lot' : 'rodeo'] === said;
    const isSuch = kind.herd === 'in' || types.size === 0 || types.has(cell.category);
    if (id !== null && cell.head > 0 && isThere && isSuch) heads.set(id, (heads.get(id) ?? 0) + cell.head);
  }
  return [...heads]
    .map(([id, count]) => ({ id, heads: count }))
    .toSorted((a, b) => b.heads - a.heads)
    .slice(0, mostPlaces);
}
