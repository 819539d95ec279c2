import type { ReactNode } from 'react';
import { compareNames, formatNumber, headsOf } from '#domain';
import { herdShape, shapeGroups } from '#farm/herd-shape.ts';
import { PickList, type Sought } from '#forms';
import { AnimalIcon, IconTile, Sheet } from '#ui';
import { recency } from '#farm/recent-lots.ts';
import { useKnownPosition } from './known-position.ts';
import { nearestFirst } from './nearest.ts';
import type { FarmThings } from './start.ts';

/** The answer 'none', among the rows. */
const none = 'none';

export interface Place {
  readonly id: string;
  readonly name: string;
}

export interface PlaceSheetProps {
  /** What is asked: 'Lote', 'Lote de destino'. */
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

/** How many stand there, the largest category first: `127 vacas`, `401 vacas y 338 más`. */
function standing(id: string | null, { half, things }: PlaceSheetProps): string {
  if (half === 'campo') return '';
  const heads = new Map<string, number>();
  for (const cell of things.stock) {
    if (cell[half] === id && cell.head > 0) heads.set(cell.category, (heads.get(cell.category) ?? 0) + cell.head);
  }
  const [main, ...others] = [...heads].toSorted(([, a], [, b]) => b - a);
  // A phone that does not hold the whole farm does not say that nothing stands there.
  if (!main) return things.isWhole && id !== null ? 'Vacío' : '';
  const rest = others.reduce((sum, [, count]) => sum + count, 0);
  const name = things.categories.find((one) => one.id === main[0])?.name ?? 'cabeza';
  return [headsOf(main[1], name), ...(rest > 0 ? [`${formatNumber(rest, 0)} más`] : [])].join(' y ');
}

/** The outline of what stands there; undefined where this phone cannot tell, and for a campo. */
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

/** The name of the campo of each lot, where the farm has several. */
function camposOfLots({ half, things: { lots, campos } }: PlaceSheetProps): ReadonlyMap<string, string> {
  if (half !== 'lot' || campos.length < 2) return new Map();
  const names = new Map(campos.map(({ id, name }) => [id, name]));
  return new Map(lots.map(({ lot }) => [lot.id, names.get(lot.campo_id ?? '') ?? '']));
}

/** Lots: those of last time first, then the nearest where the phone knows where it is, then by campo and name. Others as they come. */
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

/** Every place there is, by a part of its name: with what stands there (ux.md §1.2, Defaults from last time). */
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
