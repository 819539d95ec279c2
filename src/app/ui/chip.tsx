import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './chip.module.css';
import { classes } from './class-names.ts';
import { listed, type Options } from './options.ts';

export interface ChipProps {
  readonly children: ReactNode;
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

/** A 48 px toggle; on shows a check mark, never colour alone. */
export const Chip = ({ children, pressed, onPress, icon, disabled }: ChipProps) => (
  <button
    type="button"
    className={classes(styles.chip, pressed && styles.pressed)}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onPress}
  >
    {pressed ? <Check size={20} /> : icon}
    <span>{children}</span>
  </button>
);

interface ChipOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface ChipGroupProps<Value extends string> {
  readonly label: string;
  /** For readers only, if a heading asks it. */
  readonly labelHidden?: boolean;
  readonly options: Options<Value, ChipOption<Value>>;
  /** A list if several may be chosen. */
  readonly value: Value | readonly Value[] | null;
  readonly onChange: (value: Value) => void;
  /** A last chip such as "Todos…". */
  readonly more?: ReactNode;
  readonly error?: string;
  readonly id?: string;
  /** On a phone one line that scrolls: what comes below stays in sight. */
  readonly strip?: boolean;
}

/** Picks one (or several) of a few, by one touch. */
export const ChipGroup = <Value extends string>(props: ChipGroupProps<Value>) => {
  const { label, labelHidden = false, options, value, onChange, more, error, id, strip = false } = props;
  const own = useId();
  const base = id ?? own;
  const chosen = typeof value === 'string' ? [value] : (value ?? []);
  const line = useRef<HTMLDivElement>(null);
  const first = chosen[0] ?? null;
  // In a line that scrolls the chosen one may be beyond the edge.
  useEffect(() => {
    const chip = line.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!line.current || !chip || !strip) return;
    const { offsetLeft, offsetWidth } = line.current;
    const [start, end] = [chip.offsetLeft - offsetLeft, chip.offsetLeft - offsetLeft + chip.offsetWidth];
    if (start < line.current.scrollLeft || end > line.current.scrollLeft + offsetWidth) line.current.scrollLeft = start;
  }, [first, strip]);
  return (
    <div
      role="group"
      id={base}
      tabIndex={-1}
      aria-labelledby={`${base}-label`}
      aria-describedby={error ? `${base}-error` : undefined}
    >
      <div id={`${base}-label`} className={classes(styles.label, labelHidden && styles.labelHidden)}>
        {label}
      </div>
      <div ref={line} className={classes(styles.group, strip && styles.strip)}>
        {listed<Value, ChipOption<Value>>(options).map((option: ChipOption<Value>) => (
          <Chip
            key={option.value}
            icon={option.icon}
            pressed={chosen.includes(option.value)}
            onPress={() => onChange(option.value)}
          >
            {option.label}
          </Chip>
        ))}
        {more}
      </div>
      {error ? (
        <p id={`${base}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
};
