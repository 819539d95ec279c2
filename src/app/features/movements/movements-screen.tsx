import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatDay, movementGroups } from '#domain';
import type { MovementFilter } from '#sync/farm.ts';
import { Button, EmptyScene, Scene, Skeleton, Stack } from '#ui';
import { tabMemory, useFarm, useLive } from '#platform';
import { NoMovements } from '#farm/no-movements.tsx';
import { askedBefore, filterOf, Filters, nothingAsked } from './filters.tsx';
import { readFound } from './found.ts';
import { Picked, type PickedProps } from './picked-days.tsx';
import { type Picking, pickingBegins } from './pickable-row.tsx';
const step = 50;

/** Pages read before asking to look further back. */
const firstStretches = 4;
const moreStretches = 20;

/** The filter survives opening a record (ux.md §2.3). */
function useAsked(group: string | undefined) {
  const key = `movimientos ${useFarm().organizationId}`;
  const [asked, setAsked] = useState(() => {
    const before = askedBefore(tabMemory.read(key));
    return isGroup(group) && before.group !== group ? { ...nothingAsked, group } : before;
  });
  useEffect(() => tabMemory.keep(key, asked), [key, asked]);
  return [asked, setAsked] as const;
}

const isGroup = (word: string | undefined): word is string => word !== undefined && Object.hasOwn(movementGroups, word);

interface MovementsScreenProps {
  readonly group?: string | undefined;
}

/** Movimientos: all records, newest first, by day (domain.md §2.16). */
export const MovementsScreen = ({ group }: MovementsScreenProps) => {
  const [asked, setAsked] = useAsked(group);
  const [picking, setPicking] = useState<Picking | null>(null);
  const filter = useMemo(() => filterOf(asked), [asked]);
  return (
    <>
      <Filters
        title="Movimientos"
        asked={asked}
        onChange={(next) => {
          setAsked(next);
          // Hidden rows must not be deleted with the rest.
          setPicking(null);
        }}
        onPick={() => setPicking(picking === null ? pickingBegins : null)}
        isPicking={picking !== null}
      />
      <Days key={JSON.stringify(filter)} filter={filter} picking={picking} onPicking={setPicking} />
    </>
  );
};

interface DaysProps extends Omit<PickedProps, 'items'> {
  readonly filter: MovementFilter;
}

/** Calls `onNear` when the list's end comes near, while there is more. */
function useNearEnd(hasMore: boolean, shown: number, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, shown]);
  return end;
}

const Days = ({ filter, ...pick }: DaysProps) => {
  const [asked, setAsked] = useState({ count: step, stretches: firstStretches });
  const found = useLast(useLive((views) => readFound(views, filter, asked), [asked]));
  const shown = found?.items.length ?? 0;
  // A full page loads more near the end; a short one waits for the person to ask.
  const isFull = found !== undefined && found.lookedTo !== null && shown >= asked.count;
  const end = useNearEnd(isFull, shown, () => setAsked((before) => ({ ...before, count: before.count + step })));
  if (!found) return <Skeleton rows={6} />;
  const further =
    found.lookedTo === null || isFull ? null : (
      <Further
        day={found.lookedTo}
        onMore={() => setAsked((before) => ({ ...before, stretches: before.stretches + moreStretches }))}
      />
    );
  if (shown === 0) {
    const parts = { action: further };
    return Object.keys(filter).length > 0 ? (
      <EmptyScene name="lost" {...parts}>
        {`No encontramos ${filter.text ? `«${filter.text}»` : 'movimientos así'}. Probá con el nombre del lote o la fecha.`}
      </EmptyScene>
    ) : (
      <NoMovements scene={<Scene name="herd" />} {...parts}>
        Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.
      </NoMovements>
    );
  }
  return (
    <>
      <Picked items={found.items} {...pick} />
      <div ref={end}>{isFull ? <Skeleton rows={2} /> : further}</div>
    </>
  );
};

const Further = ({ day, onMore }: { readonly day: string; readonly onMore: () => void }) => (
  <Stack>
    <p role="status">Buscamos hasta el {formatDay(day)}.</p>
    <Button wide onClick={onMore}>
      Buscar más atrás
    </Button>
  </Stack>
);

/** Keeps the shorter list on screen while a longer one loads. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
