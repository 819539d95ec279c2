import { Plus } from 'lucide-react';
import { useState } from 'react';
import { byId, counted, formatNumber, isUnsexed, limits, sumOf, takesCalves } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useToday } from '#platform';
import { Button, Stepper } from '#ui';
import { hereWords, ofToday } from '#farm/here-words.ts';
import { OtherCategory, type OtherCategoryProps } from '#farm/other-category.tsx';
import { choosableFor, headsHere, offeredCategories, placeKey } from './offered.ts';
import { missingWords, type Short } from './short.ts';
import type { FarmThings } from './start.ts';
import type { AnimalLine, Values } from './values.ts';
import styles from './record.module.css';

export interface AnimalsProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly values: Values;
  readonly short: readonly Short[];
  /** The form already offers 'all'. */
  readonly withoutAll?: boolean;
  readonly value: readonly AnimalLine[];
  readonly onChange: (lines: readonly AnimalLine[]) => void;
}

/** Offered categories. Stable while place and first load are: a stepper that moves under the thumb counts the wrong animal. */
function useOffered(kind: RecordedKind, things: FarmThings, values: Values): readonly string[] {
  const key = placeKey(kind, values);
  const now = offeredCategories(kind, things, values);
  const [kept, setKept] = useState({ key, isWhole: things.isWhole, ids: now });
  if (kept.key !== key || kept.isWhole !== things.isWhole) {
    setKept({ key, isWhole: things.isWhole, ids: now });
    return now;
  }
  return [...new Set([...kept.ids, ...now])];
}

/** A stepper per likely category, the others one tap away. */
export const AnimalSteppers = (props: AnimalsProps) => {
  const { kind, things, values, short, withoutAll = false, value, onChange } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const offered = useOffered(kind, things, values);
  const shown = [...new Set([...offered, ...value.map((line) => line.type), ...added])];
  const leavesStock = kind.herd === 'out' || kind.herd === 'within';
  const nameOf = (id: string): string => byId(things.categories, id)?.name ?? 'Categoría eliminada';
  const today = useToday();
  /** Weaning has its own words (domain.md §2.17). */
  const wordsOf = (heads: number): string =>
    takesCalves(kind)
      ? ofToday(counted(heads, 'disponible'), values.date, today)
      : hereWords(heads, values.date, today);
  const set = (type: string, count: number): void => {
    const before = value.find((line) => line.type === type);
    onChange(
      before ? value.map((line) => (line.type === type ? { ...line, count } : line)) : [...value, { type, count }],
    );
  };
  const hintOf = (id: string): { readonly hint?: string; readonly isShort?: true } => {
    const lacking = short.find((one) => one.category === id);
    if (lacking) return { hint: `hay ${formatNumber(lacking.available, 0)}: ${missingWords(lacking)}`, isShort: true };
    const heads = headsHere(kind, things, values, id);
    // With a partial farm, nothing is said to be missing.
    return heads === 0 && !things.isWhole ? {} : { hint: wordsOf(heads) };
  };
  return (
    <div className={styles.steppers}>
      {shown.length === 0 && things.isWhole ? <p>No figuran animales acá. Si están, agregalos.</p> : null}
      {withoutAll ? null : <AllOfThem {...{ kind, things, values, shown, value, onChange }} />}
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
            {...(kind.herd !== 'in' && { all: headsHere(kind, things, values, id) })}
            {...(leavesStock && hintOf(id))}
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

/** Whether 'all' is offered: for moves, sales, treatments, never for deaths. */
const mayTakeAll = ({ herd, handsOver }: RecordedKind): boolean => herd !== 'in' && (herd !== 'out' || handsOver);

type AllProps = Omit<AnimalsProps, 'short' | 'withoutAll'> & { readonly shown: readonly string[] };

/** Counts every head of the place with one tap. */
const AllOfThem = ({ kind, things, values, shown, value, onChange }: AllProps) => {
  const { lot, rodeo } = kind.place;
  const isPlaced = [lot, rodeo].some((half) => half !== undefined && values[half] !== undefined);
  if (!mayTakeAll(kind) || !isPlaced) return null;
  const all = shown
    .map((type) => ({ type, count: headsHere(kind, things, values, type) }))
    .filter(({ count }) => count > 0);
  const total = sumOf(all, ({ count }) => count);
  const isTaken = all.every(({ type, count }) => value.some((line) => line.type === type && line.count === count));
  if (total === 0 || isTaken) return null;
  const takeAll = (): void => {
    const others = value.filter((line) => all.every(({ type }) => type !== line.type));
    onChange([...others, ...all.map((line) => ({ ...value.find(({ type }) => type === line.type), ...line }))]);
  };
  return <Button compact onClick={takeAll}>{`Todas (${formatNumber(total, 0)})`}</Button>;
};

/** The remaining categories; unsexed calves are one tap nearer. */
const OtherCategories = ({ categories, onPick }: Pick<OtherCategoryProps, 'categories' | 'onPick'>) => {
  const unsexed = categories.find(({ id }) => isUnsexed(id));
  return (
    <OtherCategory {...{ categories, onPick }} icon={<Plus />}>
      {unsexed ? (
        <Button variant="quiet" icon={<Plus />} onClick={() => onPick(unsexed.id)}>
          Sin sexar
        </Button>
      ) : null}
    </OtherCategory>
  );
};
