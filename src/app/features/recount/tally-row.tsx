import { Minus } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#domain';
import { classes, heldNumberText, KeypadSheet, type NumberFieldValue, readNumberText } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import styles from './recount.module.css';

const vibrateMs = 10;

interface TallyRowProps {
  readonly label: string;
  /** Null was not counted; zero was. */
  readonly value: NumberFieldValue;
  readonly error?: string;
  /** What the next figure is, from the one before: two quick touches are two. */
  readonly onCount: (next: (before: NumberFieldValue) => NumberFieldValue) => void;
}

/** One more; what was half typed is counted from its beginning. */
const more = (before: NumberFieldValue): number => Math.min(limits.headsPerLine, asHeads(before) + 1);

/** One less; taking the last one back leaves the category uncounted, for 'none' is said by its figure. */
const less = (before: NumberFieldValue): number | null => (asHeads(before) > 1 ? asHeads(before) - 1 : null);

const asHeads = (value: NumberFieldValue): number => (typeof value === 'number' ? value : 0);

/** One category of a count: a touch an animal, on a key that a thumb finds without looking; the figure can be typed too. */
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

/** The figure on our own keys: left empty it is not counted, 0 is 'none'. */
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
