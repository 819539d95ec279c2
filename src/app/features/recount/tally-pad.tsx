import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { auditReasons, type Category, type Cell, counted, formatNumber, limits } from '#domain';
import { useLive } from '#platform';
import type { FormOf } from '#forms';
import {
  Badge,
  Button,
  ChipGroup,
  classes,
  heldNumberText,
  KeypadSheet,
  type NumberFieldValue,
  readNumberText,
  Skeleton,
} from '#ui';
import { OtherCategory } from '#farm/other-category.tsx';
import { categoriesToCount, inBook, type RecountValues, stockOn, sumCounted } from './recount-values.ts';
import { vibrate } from '#ui/vibration.ts';
import styles from './recount.module.css';

interface TallyPadProps {
  readonly form: FormOf<RecountValues>;
  readonly categories: readonly Category[];
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
      <OtherCategory categories={others} icon={<Plus />} onPick={(id) => change({ added: [...values.added, id] })} />
    </>
  );
};

/** Counted against the book, shown only on request so that nobody copies it. */
const Compared = ({ form, stock, shown }: LinesProps) =>
  shown.map((category) => <CountedLine key={category.id} {...{ form, stock, category }} />);

/** Reasons that fit the sign of the difference. */
const reasonsFor = (difference: number) =>
  Object.entries(auditReasons)
    .filter(([value]) =>
      difference > 0 ? !['faltante', 'muerte'].includes(value) : !['aparecido', 'nacimiento'].includes(value),
    )
    .map(([value, label]) => ({ value, label }));

interface CountedLineProps extends Pick<LinesProps, 'form' | 'stock'> {
  readonly category: Category;
}

/** A counted category beside the book; an uncounted one shows no comparison. */
const CountedLine = ({ form, stock, category: { id, name } }: CountedLineProps) => {
  const { values, change } = form;
  const expected = inBook(stock, values.lot_id, id);
  const { [id]: value = null } = values.counts;
  const { [id]: reason = '' } = values.reasons;
  const { error } = errorAt(form, id);
  const difference = typeof value === 'number' ? value - expected : null;
  return (
    <div className={styles.line}>
      <div className={styles.said}>
        <span>{name}</span>
        <strong>{value === null ? 'sin contar' : heldNumberText(value)}</strong>
      </div>
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
      <div role="status" className={styles.result}>
        {difference === null ? null : (
          <>
            <span>{`En el libro: ${formatNumber(expected, 0)}`}</span>
            {difference === 0 ? <Badge tone="ok">Coincide</Badge> : null}
            {difference < 0 ? <Badge tone="warn">{missing(-difference)}</Badge> : null}
            {difference > 0 ? <Badge tone="info">{found(difference)}</Badge> : null}
          </>
        )}
      </div>
      {difference !== null && difference !== 0 ? (
        <ChipGroup
          strip
          label={`¿Por qué? ${name}`}
          options={reasonsFor(difference)}
          value={reason || null}
          onChange={(next) => change({ reasons: { ...values.reasons, [id]: next } })}
        />
      ) : null}
      {reason === 'muerte' || reason === 'nacimiento' ? (
        <p className={styles.hint}>
          {reason === 'muerte'
            ? 'Si registrás la muerte, cuenta en la mortandad; acá solo corrige el libro.'
            : 'Si registrás el nacimiento, cuenta en la parición; acá solo corrige el libro.'}
        </p>
      ) : null}
    </div>
  );
};

const missing = (heads: number): string => `${heads === 1 ? 'Falta' : 'Faltan'} ${counted(heads, 'cabeza')}`;
const found = (heads: number): string => `${heads === 1 ? 'Sobra' : 'Sobran'} ${counted(heads, 'cabeza')}`;

const vibrateMs = 10;

interface TallyRowProps {
  readonly label: string;
  /** Null: not counted; zero: none there. */
  readonly value: NumberFieldValue;
  readonly error?: string;
  /** Receives an updater, so that two quick touches count twice. */
  readonly onCount: (next: (before: NumberFieldValue) => NumberFieldValue) => void;
}

/** One more; unreadable text counts as zero. */
const more = (before: NumberFieldValue): number => Math.min(limits.headsPerLine, asHeads(before) + 1);

/** One less; below one it is uncounted, since zero means 'none there'. */
const less = (before: NumberFieldValue): number | null => (asHeads(before) > 1 ? asHeads(before) - 1 : null);

const asHeads = (value: NumberFieldValue): number => (typeof value === 'number' ? value : 0);

/** A category's counter: a large key to add one, or type the figure. */
const TallyRow = ({ label, value, error, onCount }: TallyRowProps) => {
  const [isTyping, setTyping] = useState(false);
  const name = label.toLocaleLowerCase('es-AR');
  const said = value === null ? 'sin contar' : `van ${heldNumberText(value)}`;
  const step = (next: (before: NumberFieldValue) => NumberFieldValue): void => {
    vibrate(vibrateMs);
    onCount(next);
  };
  return (
    <div role="group" aria-label={label}>
      <div className={styles.tally}>
        <button
          type="button"
          className={styles.less}
          aria-label={`Restar 1 ${name}`}
          disabled={asHeads(value) === 0}
          onClick={() => step(less)}
        >
          <Minus size={28} />
        </button>
        <button
          type="button"
          className={styles.figure}
          aria-label={`${label}: ${said}. Escribir la cantidad`}
          onClick={() => setTyping(true)}
        >
          <span className={styles.name}>{label}</span>
          <span className={classes(styles.count, value === null && styles.uncounted)}>
            {value === null ? 'sin contar' : heldNumberText(value)}
          </span>
        </button>
        <button
          type="button"
          className={styles.more}
          aria-label={`Sumar 1 ${name}, ${said}`}
          disabled={asHeads(value) >= limits.headsPerLine}
          onClick={() => step(more)}
        >
          +1
        </button>
      </div>
      {error === undefined ? null : (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {isTyping ? (
        <FigureSheet
          label={label}
          start={value}
          onDone={(heads) => onCount(() => heads)}
          onClose={() => setTyping(false)}
        />
      ) : null}
    </div>
  );
};

interface FigureSheetProps {
  readonly label: string;
  readonly start: NumberFieldValue;
  readonly onDone: (heads: number | null) => void;
  readonly onClose: () => void;
}

/** Types the figure: empty is uncounted, 0 is 'none there'. */
const FigureSheet = ({ label, start, onDone, onClose }: FigureSheetProps) => {
  const [text, setText] = useState(heldNumberText(start));
  const read = readNumberText(text);
  const isFit = read === null || (typeof read === 'number' && read <= limits.headsPerLine);
  const done = (): void => {
    if (!isFit) return;
    onDone(read);
    onClose();
  };
  return (
    <KeypadSheet
      title={label}
      label="Cabezas contadas"
      value={text}
      onChange={setText}
      maxDigits={String(limits.headsPerLine).length}
      isFit={isFit}
      onDone={done}
      onClose={onClose}
    >
      <p className={styles.hint}>0: contaste y no hay ninguna. Vacío: no la contaste.</p>
    </KeypadSheet>
  );
};
