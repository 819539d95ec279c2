import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import { KeypadSheet } from './keypad.tsx';
import { readNumberText, writeNumberText } from './number-text.ts';
import styles from './stepper.module.css';
import { vibrate } from './vibration.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { IconButton } from './icon-button.tsx';

export interface StepperProps {
  /** "Ternero". */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  /** [+] for readers: "Sumar un ternero". */
  readonly addLabel?: string;
  readonly subtractLabel?: string;
  /** "hay 40". */
  readonly hint?: string;
  /** The hint says there are fewer. */
  readonly isShort?: boolean;
  /** Under the label: "Todos". */
  readonly action?: ReactNode;
  /** Offered whole on the keypad. */
  readonly all?: number;
}

const announceAfterMs = 700;
const vibrateMs = 10;

/** With thousands separator, which is not typed. */
const readable = (value: number): string => value.toLocaleString('es-AR');

/** Announces the value once the hand rests: every tick would flood a reader. */
const useRestedValue = (text: string): string => {
  const [rested, setRested] = useState('');
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => setRested(text), announceAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

interface ValueSheetProps extends Pick<StepperProps, 'label' | 'onChange' | 'all'> {
  readonly min: number;
  readonly max: number;
  readonly start: number;
  readonly onClose: () => void;
}

const ValueSheet = ({ label, start, min, max, all = 0, onChange, onClose }: ValueSheetProps) => {
  const [text, setText] = useState(writeNumberText(start));
  const reading = readNumberText(text) ?? 0;
  const fits = typeof reading === 'number' && reading >= min && reading <= max;
  const take = (count: number): void => {
    onChange(count);
    onClose();
  };
  const save = (): void => {
    if (fits) take(reading);
  };
  return (
    <KeypadSheet
      title={label}
      label="Cantidad"
      value={text}
      onChange={setText}
      maxDigits={String(max).length}
      isFit={fits}
      onDone={save}
      onClose={onClose}
      usual={
        all > 0 && all <= max ? (
          <Button wide onClick={() => take(all)}>
            {`Todas (${readable(all)})`}
          </Button>
        ) : null
      }
    >
      {fits ? null : <p className={styles.bounds}>{`Entre ${readable(min)} y ${readable(max)}`}</p>}
    </KeypadSheet>
  );
};

/** `[−] value [+]`, 72 px for gloves, 56 on a small phone: hold to repeat, touch the number to type it. */
export const Stepper = (props: StepperProps) => {
  const { label, value, onChange, min = 0, max = 9999, hint, isShort, action, all } = props;
  const { addLabel = `Sumar uno a ${label}`, subtractLabel = `Restar uno a ${label}` } = props;
  const [typing, setTyping] = useState(false);
  // A held button ticks faster than React may paint: each tick starts from the last value, not the painted one.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const move = (by: number): void => {
    const next = Math.min(max, Math.max(min, latest.current + by));
    if (next === latest.current) return;
    latest.current = next;
    vibrate(vibrateMs);
    onChange(next);
  };
  const subtract = useLongPress(() => move(-1));
  const add = useLongPress(() => move(1));
  const rested = useRestedValue(`${label}: ${readable(value)}`);

  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <span className={styles.label}>
        {label}
        {hint ? <span className={classes(styles.hint, isShort && styles.short)}>{hint}</span> : null}
        {action}
      </span>
      <span className={styles.controls}>
        <button
          type="button"
          className={styles.step}
          aria-label={subtractLabel}
          aria-disabled={value <= min}
          {...subtract}
        >
          <Minus size={32} />
        </button>
        <button type="button" className={styles.value} onClick={() => setTyping(true)}>
          {/* Chrome leaves an output out of its button's name. */}
          <output aria-live="off" aria-hidden>
            {readable(value)}
          </output>
          <VisuallyHidden>{`${readable(value)}, escribir la cantidad de ${label}`}</VisuallyHidden>
        </button>
        <button type="button" className={styles.step} aria-label={addLabel} aria-disabled={value >= max} {...add}>
          <Plus size={32} />
        </button>
      </span>
      <VisuallyHidden>
        <span role="status">{rested}</span>
      </VisuallyHidden>
      {typing ? (
        <ValueSheet
          label={label}
          start={value}
          min={min}
          max={max}
          {...(all !== undefined && { all })}
          onChange={onChange}
          onClose={() => setTyping(false)}
        />
      ) : null}
    </div>
  );
};

const holdMs = 450;
const repeatMs = 120;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: { preventDefault: () => void }) => void;
  readonly onClick: () => void;
}

/** Acts on click, and repeatedly while held. Clicks work with keyboards, switches and screen readers. */
const useLongPress = (act: () => void): LongPress => {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const repeated = useRef(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  const stop = (): void => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(() => stop, []);

  const repeat = (): void => {
    repeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, repeatMs);
  };

  return {
    onPointerDown: (event) => {
      repeated.current = false;
      stop();
      if (event.button === 0) timer.current = setTimeout(repeat, holdMs);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => event.preventDefault(),
    onClick: () => {
      stop();
      if (!repeated.current) latest.current();
      repeated.current = false;
    },
  };
};

interface MonthStepperProps {
  /** "noviembre de 2026". */
  readonly label: string;
  readonly onBack: () => void;
  /** Null on the last one. */
  readonly onForth: (() => void) | null;
}

/** Steps by month or year. */
export const MonthStepper = ({ label, onBack, onForth }: MonthStepperProps) => (
  <div className={styles.months} role="group" aria-label="Período">
    <IconButton label="Anterior" variant="default" icon={<ChevronLeft />} onClick={onBack} />
    <strong aria-live="polite">{label}</strong>
    <IconButton
      label="Siguiente"
      variant="default"
      icon={<ChevronRight />}
      disabled={onForth === null}
      onClick={() => onForth?.()}
    />
  </div>
);
