import { useState } from 'react';
import { Chip } from './chip.tsx';
import { classes } from './class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';

export interface DateFieldProps extends FieldWords {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (date: string) => void;
  /** The farm's day, `YYYY-MM-DD`: components own no clock. */
  readonly today: string;
  readonly min?: string;
  readonly max?: string;
  /** False: the calendar alone, for dates seldom recent. */
  readonly shortcuts?: boolean;
}

const days = [
  { label: 'Hoy', back: 0 },
  { label: 'Ayer', back: 1 },
  { label: 'Anteayer', back: 2 },
] as const;

/** A date by one touch; "Otra…" opens the phone's calendar. */
export const DateField = (props: DateFieldProps) => {
  const { label, value, onChange, today, min, max, shortcuts = true } = props;
  const offered = days
    .map(({ label: word, back }) => ({ word, date: shiftDateText(today, -back) }))
    .filter(({ date }) => (!min || date >= min) && (!max || date <= max));
  const isOffered = offered.some(({ date }) => date === value);
  const [wantsOther, setWantsOther] = useState(false);
  const showsCalendar = !shortcuts || wantsOther || (value !== '' && !isOffered);
  return (
    <Field {...props}>
      {(control) => (
        <div className={styles.dates}>
          {shortcuts ? (
            <Shortcuts
              label={label}
              controlId={control.id}
              focusable={!showsCalendar}
              offered={offered}
              chosen={showsCalendar ? null : value}
              otherText={showsCalendar && value !== '' ? showDateText(value) : 'Otra…'}
              onPick={(date) => {
                setWantsOther(date === null);
                if (date !== null) onChange(date);
              }}
            />
          ) : null}
          {showsCalendar ? (
            <input
              {...control}
              type="date"
              className={styles.control}
              value={value}
              min={min}
              max={max}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : null}
        </div>
      )}
    </Field>
  );
};

interface ShortcutsProps {
  readonly label: string;
  /** The group takes the calendar's id while that is away, for label and error summary. */
  readonly controlId: string;
  readonly focusable: boolean;
  readonly offered: readonly { readonly word: string; readonly date: string }[];
  readonly chosen: string | null;
  readonly otherText: string;
  readonly onPick: (date: string | null) => void;
}

const Shortcuts = ({ label, controlId, focusable, offered, chosen, otherText, onPick }: ShortcutsProps) => (
  <div
    className={classes(styles.ambiguous, styles.days)}
    role="group"
    aria-label={label}
    id={focusable ? controlId : undefined}
    tabIndex={-1}
  >
    {offered.map(({ word, date }) => (
      <Chip key={word} pressed={chosen === date} onPress={() => onPick(date)}>
        {word}
      </Chip>
    ))}
    <Chip pressed={!focusable} onPress={() => onPick(null)}>
      {otherText}
    </Chip>
  </div>
);

/** Adds days to a `YYYY-MM-DD` text, free of time zones (ux.md §0.2 F). */
const shiftDateText = (date: string, days: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
};

/** `2026-11-05` as `05/11/2026`. */
const showDateText = (date: string): string => date.split('-').toReversed().join('/');
