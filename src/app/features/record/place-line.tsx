import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, type Day, halfOf } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { WhenLine } from '#farm/when-line.tsx';
import styles from './record.module.css';
import { isRodeoInDoubt, type FarmThings } from './start.ts';
import type { Values } from './values.ts';
import { missingPlace } from './where.ts';
import { whereWords } from './where-words.tsx';

interface PlaceLineProps {
  readonly kind: RecordedKind;
  readonly values: Values;
  /** Place halves that follow from other answers. */
  readonly found: Values;
  readonly things: FarmThings;
  readonly today: Day;
  /** Fields of the line, in the order asked. */
  readonly names: readonly string[];
  readonly errorOf: (name: string) => string | undefined;
  /** Renders a field; `onPicked` gets its answers. */
  readonly widget: (name: string, onPicked: (value: unknown) => void) => ReactNode;
}

const isPlace = (kind: RecordedKind, name: string): boolean =>
  ['lot', 'rodeo', 'campo'].includes(kind.fields[name]?.control ?? '');

/** An optional destination is asked with the count; origins and required destinations before it. */
const isOfLine = (kind: RecordedKind, name: string): boolean =>
  name === 'date' || (isPlace(kind, name) && (!name.startsWith('to_') || kind.fields[name]?.required === true));

/** Fields of the line (place, then date) and the rest. */
export function dividedByLine(kind: RecordedKind, names: readonly string[]) {
  const line = names.filter((name) => isOfLine(kind, name));
  return {
    line: [...line.filter((name) => name !== 'date'), ...line.filter((name) => name === 'date')],
    rest: names.filter((name) => !isOfLine(kind, name)),
  };
}

/** The one place field to ask now; undefined when complete. */
function askedNow({ kind, values, found, things, names }: PlaceLineProps): string | undefined {
  const isUnknown = (name: string): boolean => values[name] === undefined && found[name] === undefined;
  const { lot, rodeo } = kind.place;
  const missing = missingPlace(kind, values, things);
  const isNowhere = [lot, rodeo].every((half) => half === undefined || isUnknown(half));
  return names.find((name) => {
    if (halfOf(kind, name) === null || !isUnknown(name)) return false;
    if (name === missing || kind.fields[name]?.required === true || isNowhere) return true;
    // Several rodeos in the lot.
    return name === rodeo && lot !== undefined && !isUnknown(lot) && isRodeoInDoubt(kind, values, things);
  });
}

/** Place and date in one foldable line, with the place still missing below (ux.md §1.3). */
export const PlaceLine = (props: PlaceLineProps) => {
  const { kind, values, found, things, today, names, errorOf, widget } = props;
  const [open, setOpen] = useState(false);
  const [answers, setAnswers] = useState(0);
  const line = useRef<HTMLButtonElement>(null);
  const id = useId();
  // The tapped chip is gone: keyboard focus returns to the line.
  useEffect(() => {
    if (answers > 0) line.current?.focus({ preventScroll: true });
  }, [answers]);
  const asked = askedNow(props);
  const shown = open ? names : names.filter((name) => name === asked || errorOf(name) !== undefined);
  const isWithPlace = names.some((name) => isPlace(kind, name));
  const where = isWithPlace ? whereWords({ kind, values, found, things }) : '';
  const lacking = asked === undefined || where !== '' ? null : halfOf(kind, asked);
  const picked = (name: string, value: unknown): void => {
    // A typed date changes part by part: keep it open.
    const isSettled = name !== 'date' || [0, 1, 2].some((back) => addDays(today, -back) === value);
    if (!isSettled || (name === 'date' && !open)) return;
    setOpen(false);
    setAnswers(answers + 1);
  };
  return (
    <>
      <WhenLine
        ref={line}
        about={isWithPlace ? 'Lugar y fecha' : 'Fecha'}
        what={lacking === null ? where : `Falta el ${lacking === 'rodeo' ? 'rodeo' : 'lote'}`}
        isLacking={lacking !== null}
        date={typeof values['date'] === 'string' ? values['date'] : ''}
        today={today}
        open={open}
        controls={id}
        onToggle={() => setOpen(!open)}
      />
      <div id={id} className={styles.placed} hidden={shown.length === 0}>
        {shown.map((name) => widget(name, (value) => picked(name, value)))}
      </div>
    </>
  );
};
