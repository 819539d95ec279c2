import { type ReactNode, useEffect, useState } from 'react';
import { byId, compareNames, formatNumber, headsByCategory, headsOf, sumOf } from '#domain';
import { herdShape, shapeGroups } from '#farm/herd-shape.ts';
import { PickList, type Sought } from '#forms';
import { AnimalIcon, IconTile, Sheet } from '#ui';
import { recency } from '#farm/recent-lots.ts';
import type { FarmThings } from './start.ts';

/** Id of the row for 'none'. */
const none = 'none';

export interface Place {
  readonly id: string;
  readonly name: string;
}

export interface PlaceSheetProps {
  /** 'Lote', 'Lote de destino'. */
  readonly label: string;
  readonly half: 'lot' | 'rodeo' | 'campo';
  readonly places: readonly Place[];
  readonly things: FarmThings;
  readonly value: string | null | undefined;
  readonly noneWord?: string | undefined;
  readonly onPick: (value: string | null) => void;
  readonly onClose: () => void;
}

interface PlacePick extends Sought {
  readonly name: string;
  readonly campo: string;
}

/** Heads there, largest category first: `127 vacas`, `401 vacas y 338 más`. */
function standing(id: string | null, { half, things }: PlaceSheetProps): string {
  if (half === 'campo') return '';
  const heads = headsByCategory(things.stock.filter((cell) => cell[half] === id && cell.head > 0));
  const [main, ...others] = [...heads].toSorted(([, a], [, b]) => b - a);
  // With a partial farm, 'empty' is not known.
  if (!main) return things.isWhole && id !== null ? 'Vacío' : '';
  const rest = sumOf(others, ([, count]) => count);
  const name = byId(things.categories, main[0])?.name ?? 'cabeza';
  return [headsOf(main[1], name), ...(rest > 0 ? [`${formatNumber(rest, 0)} más`] : [])].join(' y ');
}

/** Outline of the animals there; undefined if unknown, and for campos. */
function outlineOf(id: string, { half, things }: PlaceSheetProps): ReactNode {
  if (half === 'campo' || id === none) return undefined;
  const shape = herdShape(
    things.stock.filter((cell) => cell[half] === id),
    things.categories,
  );
  if (shape === 'none' && !things.isWhole) return undefined;
  return (
    <IconTile group={shapeGroups[shape]} tone="disc">
      <AnimalIcon shape={shape} />
    </IconTile>
  );
}

/** Campo names by lot, if there are several. */
function camposOfLots({ half, things: { lots, campos } }: PlaceSheetProps): ReadonlyMap<string, string> {
  if (half !== 'lot' || campos.length < 2) return new Map();
  const names = new Map(campos.map(({ id, name }) => [id, name]));
  return new Map(lots.map(({ lot }) => [lot.id, names.get(lot.campo_id ?? '') ?? '']));
}

/** Lots: recent first, then nearest if the position is known, then by campo and name. Others in the given order. */
function usePicks(props: PlaceSheetProps): readonly PlacePick[] | null {
  const { half, places, things } = props;
  const placed = things.campos.filter(({ latitude }) => typeof latitude === 'number');
  const position = useKnownPosition(half === 'lot' && placed.length > 1);
  const campos = camposOfLots(props);
  const picks = places.map(({ id, name }) => {
    const campo = campos.get(id) ?? '';
    return { id, name, campo, sought: `${name} ${campo}` };
  });
  if (half !== 'lot') return picks;
  if (position === undefined) return null;
  const rank = recency(things.habits);
  const distance = nearestFirst(position, things);
  return picks.toSorted(
    (a, b) =>
      rank(a.id) - rank(b.id) ||
      distance(a.id) - distance(b.id) ||
      compareNames(a.campo, b.campo) ||
      compareNames(a.name, b.name),
  );
}

const nothingCalled = { lot: 'Ningún lote', rodeo: 'Ningún rodeo', campo: 'Ningún campo' } as const;

/** Searchable list of all places and their stock (ux.md §1.2, Defaults from last time). */
export const PlaceSheet = (props: PlaceSheetProps) => {
  const { label, half, value, noneWord, onPick, onClose } = props;
  const picks = usePicks(props);
  const noneOf: readonly PlacePick[] =
    noneWord === undefined ? [] : [{ id: none, name: noneWord, campo: '', sought: noneWord }];
  return (
    <Sheet open size="tall" title={label} onClose={onClose}>
      {picks === null ? null : (
        <PickList
          label="Buscar"
          placeholder="Una parte del nombre"
          listLabel={`${label}: todos`}
          picks={[...picks, ...noneOf]}
          wordsOf={({ id, name, campo }) => {
            const subtitle = [campo, standing(id === none ? null : id, props)].filter(Boolean).join(' · ');
            return { title: name, icon: outlineOf(id, props), ...(subtitle !== '' && { subtitle }) };
          }}
          value={value === null ? none : (value ?? null)}
          onPick={(id) => onPick(id === none ? null : id)}
          emptyWords={() => `${nothingCalled[half]} se llama así`}
        />
      )}
    </Sheet>
  );
};

const earthKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in km. */
function kilometres(a: Position, b: Position): number {
  const [north, east] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2];
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * earthKm * Math.asin(Math.sqrt(Math.sin(north) ** 2 + across));
}

/** Distance of a lot by its campo, as lots have no coordinates. Equal without a position; lots of unlocated campos last. */
function nearestFirst(position: Position | null, { lots, campos }: Pick<FarmThings, 'lots' | 'campos'>) {
  const far = new Map<string, number>();
  for (const { id, latitude, longitude } of campos) {
    if (!position || typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    far.set(id, kilometres(position, { latitude, longitude }));
  }
  const campoOf = new Map(lots.map(({ lot }) => [lot.id, lot.campo_id]));
  return (lotId: string): number => far.get(campoOf.get(lotId) ?? '') ?? earthKm * 4;
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const freshForMs = 15 * 60_000;
/** A later list would shift under the thumb. */
const waitMs = 300;

const found = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    // Timeout 0: a cached position or none.
    const how = { maximumAge: freshForMs, timeout: 0 };
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, how);
  });

/** The cached position; null if unknown or not allowed. Never prompts (ux.md §1.2, Maps). */
async function known(): Promise<Position | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted' ? await found() : null;
  } catch {
    // Older phones cannot tell the permission, and there may be no cached position.
    return null;
  }
}

/** The cached position; undefined for the moment it takes. */
function useKnownPosition(isWanted: boolean): Position | null | undefined {
  const [position, setPosition] = useState<Position | null | undefined>(isWanted ? undefined : null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    // First answer wins: reordering the list under the thumb picks the wrong lot.
    const settle = (next: Position | null): void => {
      if (isHere) setPosition((before) => (before === undefined ? next : before));
    };
    const timer = setTimeout(() => settle(null), waitMs);
    void known().then(settle);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return position;
}
