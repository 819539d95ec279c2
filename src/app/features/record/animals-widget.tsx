import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Category, choosable, isCalfAtFoot } from '../../../domain/farm/categories.ts';
import { isUnsexed } from '../../../domain/farm/unsexed.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Cell } from '../../../domain/movements/ledger.ts';
import { limits } from '../../../domain/limits.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted } from '../../../domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './record.module.css';
import type { FarmThings } from './start.ts';
import type { AnimalLine, Values } from './values.ts';

const offeredAtMost = 3;

/**
 * Categories that stand in the form before anything is counted: those of last time, else those of the place, else those that the
 * kind is about: a birth puts calves, everything else starts from what the farm has.
 */
function offeredCategories(kind: RecordedKind, things: FarmThings, values: Values): string[] {
  const likely = choosableFor(kind, things, values);
  const isThere = (id: string): boolean => likely.some((category) => category.id === id);
  const used = (things.habits.byType[kind.type]?.categoryIds ?? []).filter(isThere);
  if (kind.type === 'BIRTH') {
    const calves = likely.filter((one) => one.active && isCalfAtFoot(one)).map((category) => category.id);
    return [...new Set([...calves, ...used])];
  }
  const lotField = kind.place.lot;
  const lot = lotField === undefined ? undefined : values[lotField];
  const standing = likely
    .map((category) => ({
      id: category.id,
      heads: things.stock
        .filter((cell) => cell.category === category.id && (typeof lot !== 'string' || cell.lot === lot))
        .reduce((sum, cell) => sum + cell.head, 0),
    }))
    .filter((category) => category.heads > 0)
    .toSorted((a, b) => b.heads - a.heads)
    .map((category) => category.id);
  const all = [...new Set([...used, ...standing, ...likely.map((category) => category.id)])];
  return all.slice(0, Math.max(offeredAtMost, used.length));
}

/**
 * What can be counted in the form: categories in use, those out of use that stand there, and the unsexed calves where they are born.
 * Weaned they are only as males or females: the form asks for that first.
 */
function choosableFor(kind: RecordedKind, things: FarmThings, values: Values): readonly Category[] {
  const here = kind.herd === 'in' ? [] : things.stock.filter((cell) => isHere(kind, values, cell));
  return choosable(things.categories, here)
    .filter(({ id }) => kind.type !== 'WEANING' || !isUnsexed(id))
    .concat(kind.type === 'BIRTH' ? things.categories.filter(({ id }) => isUnsexed(id)) : []);
}

/** Whether a cell is of the place that the form says, as far as it says one. */
function isHere(kind: RecordedKind, values: Values, cell: Cell): boolean {
  const { lot: lotField, rodeo: rodeoField } = kind.place;
  const [lot, rodeo] = [lotField && values[lotField], rodeoField && values[rodeoField]];
  return (typeof lot !== 'string' || cell.lot === lot) && (typeof rodeo !== 'string' || cell.rodeo === rodeo);
}

const hereOf = ({ stock }: FarmThings, kind: RecordedKind, values: Values, category: string): number =>
  stock
    .filter((cell) => cell.category === category && isHere(kind, values, cell))
    .reduce((sum, cell) => sum + cell.head, 0);

export interface AnimalsProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  /** The form's values, for what stands in the chosen place. */
  readonly values: Values;
  readonly value: readonly AnimalLine[];
  readonly onChange: (lines: readonly AnimalLine[]) => void;
}

/** Heads by category: a stepper for each that is likely, the others one touch away. */
export const AnimalSteppers = ({ kind, things, values, value, onChange }: AnimalsProps) => {
  const [added, setAdded] = useState<readonly string[]>([]);
  // Which steppers are offered is settled when the form opens: a stepper that walks away under a thumb counts the wrong animal.
  const [offered] = useState(() => offeredCategories(kind, things, values));
  const shown = [...new Set([...offered, ...value.map((line) => line.type), ...added])];
  const leavesStock = kind.herd === 'out' || kind.herd === 'within';
  const nameOf = (id: string): string =>
    things.categories.find((category) => category.id === id)?.name ?? 'Categoría eliminada';
  const set = (type: string, count: number): void => {
    const before = value.find((line) => line.type === type);
    onChange(
      before ? value.map((line) => (line.type === type ? { ...line, count } : line)) : [...value, { type, count }],
    );
  };
  return (
    <div className={styles.steppers}>
      {shown.map((id) => {
        const name = nameOf(id);
        return (
          <Stepper
            key={id}
            label={name}
            addLabel={`Sumar 1 ${name.toLocaleLowerCase('es-AR')}`}
            subtractLabel={`Restar 1 ${name.toLocaleLowerCase('es-AR')}`}
            value={value.find((line) => line.type === id)?.count ?? 0}
            max={limits.headsPerLine}
            onChange={(count) => set(id, count)}
            {...(leavesStock && { hint: hereWords(kind, hereOf(things, kind, values, id)) })}
          />
        );
      })}
      <OtherCategories
        categories={choosableFor(kind, things, values).filter((category) => !shown.includes(category.id))}
        onPick={(id) => setAdded([...added, id])}
      />
    </div>
  );
};

/** The modal of a weaning says it in its own words (domain.md §2.17). */
const hereWords = ({ type }: RecordedKind, heads: number): string =>
  type === 'WEANING' ? counted(heads, 'disponible') : `hay ${formatNumber(heads, 0)}`;

interface OtherCategoriesProps {
  readonly categories: readonly Category[];
  readonly onPick: (id: string) => void;
}

/** The others of the farm; calves that nobody could look at are a touch nearer. */
const OtherCategories = ({ categories, onPick }: OtherCategoriesProps) => {
  const [open, setOpen] = useState(false);
  const unsexed = categories.find(({ id }) => isUnsexed(id));
  if (categories.length === 0) return null;
  if (!open) {
    return (
      <Cluster>
        {unsexed ? (
          <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => onPick(unsexed.id)}>
            Sin sexar
          </Button>
        ) : null}
        <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => setOpen(true)}>
          Otra categoría
        </Button>
      </Cluster>
    );
  }
  return (
    <div role="group" aria-label="Otra categoría" className={styles.chips}>
      {categories.map((category) => (
        <Chip
          key={category.id}
          pressed={false}
          onPress={() => {
            onPick(category.id);
            setOpen(false);
          }}
        >
          {category.name}
        </Chip>
      ))}
    </div>
  );
};
