import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Category, type Cell, counted } from '#domain';
import { useLive } from '#platform';
import type { FormOf } from '#forms';
import { Button, Chip, type NumberFieldValue, Skeleton } from '#ui';
import { CountedLine } from './counted-line.tsx';
import styles from './recount.module.css';
import { categoriesToCount, inBook, type RecountValues, stockOn, sumCounted } from './recount-values.ts';
import { TallyRow } from './tally-row.tsx';

interface TallyPadProps {
  readonly form: FormOf<RecountValues>;
  readonly categories: readonly Category[];
  /** What happens to the count next. */
  readonly note: string | null;
}

/** Updates counts from the latest touch, even before React renders it. */
function useCounts({ values, change }: FormOf<RecountValues>) {
  const latest = useRef(values.counts);
  useEffect(() => {
    latest.current = values.counts;
  }, [values.counts]);
  return (id: string, next: (before: NumberFieldValue) => NumberFieldValue): void => {
    latest.current = { ...latest.current, [id]: next(latest.current[id] ?? null) };
    change({ counts: latest.current });
  };
}

/** A key per category in the lot, more on demand, and the total. */
export const TallyPad = (props: TallyPadProps) => {
  const { form, categories, note } = props;
  const { lot_id, date } = form.values;
  // Stock of the counted day, not today's.
  const stock = useLive((views) => stockOn(views, lot_id, date), [lot_id, date]);
  const [isComparing, setComparing] = useState(false);
  const count = useCounts(form);
  if (!stock) return <Skeleton rows={3} />;
  const { categories: many, heads } = sumCounted(form.values);
  const Lines = isComparing ? Compared : Tallied;
  return (
    <>
      <section id={form.fieldId('counted')} tabIndex={-1} aria-label="Categorías" className={styles.lines}>
        <Lines {...props} stock={stock} shown={categoriesToCount(categories, stock, form.values)} onCount={count} />
      </section>
      {note === null ? null : <p className={styles.hint}>{note}</p>}
      <div className={styles.total}>
        <p role="status">
          {many === 0 ? 'Todavía no contaste ninguna' : `${counted(heads, 'cabeza')} en ${counted(many, 'categoría')}`}
        </p>
        {many === 0 ? null : (
          <Button compact onClick={() => setComparing(!isComparing)}>
            {isComparing ? 'Seguir contando' : 'Ver diferencia'}
          </Button>
        )}
      </div>
    </>
  );
};

interface LinesProps extends TallyPadProps {
  readonly stock: readonly Cell[];
  readonly shown: readonly Category[];
  readonly onCount: (id: string, next: (before: NumberFieldValue) => NumberFieldValue) => void;
}

/** A category's error, found by its line number among the counted ones. */
function errorAt({ values, errorOf }: FormOf<RecountValues>, id: string): { readonly error?: string } {
  const typed = Object.keys(values.counts).filter((type) => values.counts[type] !== null);
  return typed.includes(id) ? errorOf(`counted.${typed.indexOf(id)}`) : {};
}

const Tallied = ({ form, categories, shown, onCount }: LinesProps) => {
  const { values, change } = form;
  const others = categories.filter((category) => category.active && !shown.includes(category));
  return (
    <>
      {shown.map((category) => (
        <TallyRow
          key={category.id}
          label={category.name}
          value={values.counts[category.id] ?? null}
          onCount={(next) => onCount(category.id, next)}
          {...errorAt(form, category.id)}
        />
      ))}
      <OtherCategory categories={others} onPick={(id) => change({ added: [...values.added, id] })} />
    </>
  );
};

interface OtherCategoryProps {
  readonly categories: readonly Category[];
  readonly onPick: (id: string) => void;
}

const OtherCategory = ({ categories, onPick }: OtherCategoryProps) => {
  const [isOpen, setOpen] = useState(false);
  if (categories.length === 0) return null;
  if (!isOpen) {
    return (
      <Button variant="quiet" icon={<Plus />} onClick={() => setOpen(true)}>
        Otra categoría
      </Button>
    );
  }
  return (
    <div role="group" aria-label="Otra categoría" className={styles.others}>
      {categories.map(({ id, name }) => (
        <Chip
          key={id}
          pressed={false}
          onPress={() => {
            onPick(id);
            setOpen(false);
          }}
        >
          {name}
        </Chip>
      ))}
    </div>
  );
};

/** Counted against the book, shown only on request so that nobody copies it. */
const Compared = ({ form, stock, shown }: LinesProps) => {
  const { values, change } = form;
  return shown.map(({ id, name }) => (
    <CountedLine
      key={id}
      label={name}
      expected={inBook(stock, values.lot_id, id)}
      value={values.counts[id] ?? null}
      reason={values.reasons[id] ?? ''}
      onReason={(reason) => change({ reasons: { ...values.reasons, [id]: reason } })}
      {...errorAt(form, id)}
    />
  ));
};
