import { Minus } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#domain';
import { classes, heldNumberText, KeypadSheet, type NumberFieldValue, readNumberText } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import styles from './recount.module.css';

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
export const TallyRow = ({ label, value, error, onCount }: TallyRowProps) => {
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
