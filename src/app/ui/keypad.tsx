import { Check, Delete } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from './class-names.ts';
import styles from './keypad.module.css';
import { type KeypadKey, pressKey } from './number-text.ts';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface KeypadProps {
  readonly label: string;
  /** For readers only. */
  readonly labelHidden?: boolean;
  /** With a decimal comma; parse it with `readNumberText`. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The first digit takes the place of what stood there before. */
  readonly replaces?: boolean;
  /** `mm`, `kg`. */
  readonly unit?: string;
  /** 0 removes the comma. */
  readonly decimals?: number;
  /** Before the comma. */
  readonly maxDigits?: number;
  /** Enter on a keyboard. */
  readonly onDone?: () => void;
  /** Labels a tall key for `onDone`: "Anotar". */
  readonly doneLabel?: string;
  /** Usual figures, above the keys. */
  readonly usual?: ReactNode;
}

const rows: readonly (readonly KeypadKey[])[] = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  [',', '0', 'back'],
];

const hardwareKey = (key: string): KeypadKey | null => {
  if (/^\d$/.test(key)) return key as KeypadKey;
  if (key === ',' || key === '.') return ',';
  return key === 'Backspace' ? 'back' : null;
};

/** Whether the keyboard is ours: not while a field is typed in or a dialog covers it. */
const isListening = (root: HTMLElement, target: EventTarget | null): boolean => {
  const covering = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (covering && !covering.contains(root)) return false;
  return !(target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'));
};

/** Our 3 × 4 keypad: 72 px keys for gloves, and no system keyboard. One per screen. */
export const Keypad = (props: KeypadProps) => {
  const {
    label,
    labelHidden = false,
    value,
    onChange,
    replaces = false,
    unit,
    decimals = 0,
    maxDigits = 6,
    onDone,
    doneLabel,
    usual,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isOld, setOld] = useState(replaces);
  const change = (text: string): void => {
    setOld(false);
    onChange(text);
  };
  const press = (key: KeypadKey): void =>
    change(pressKey(isOld && key !== 'back' ? '' : value, key, { decimals, maxDigits }));

  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (!root.current || !isListening(root.current, event.target)) return;
      const key = hardwareKey(event.key);
      if (key) {
        event.preventDefault();
        press(key);
      } else if (event.key === 'Enter' && onDone && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        onDone();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  });

  return (
    <div ref={root} className={styles.keypad} role="group" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={`${id}-input`} className={labelHidden ? styles.labelHidden : styles.label}>
        {label}
      </label>
      <div className={styles.screen}>
        <input
          id={`${id}-input`}
          className={classes(styles.input, isOld && styles.old)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={value}
          aria-describedby={unit ? `${id}-unit` : undefined}
          onChange={(event) => change(fitText(event.target.value, { decimals, maxDigits }))}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && onDone) {
              event.preventDefault();
              onDone();
            }
          }}
        />
        {unit ? (
          <span id={`${id}-unit`} className={styles.unit}>
            {unit}
          </span>
        ) : null}
      </div>
      {usual}
      <Keys decimals={decimals} doneLabel={doneLabel} onPress={press} onDone={onDone} />
    </div>
  );
};

interface KeysProps extends Pick<KeypadProps, 'onDone' | 'doneLabel'> {
  readonly decimals: number;
  readonly onPress: (key: KeypadKey) => void;
}

const Keys = ({ decimals, doneLabel, onPress, onDone }: KeysProps) => (
  <div className={classes(styles.keys, doneLabel === undefined ? styles.plain : styles.withDone)}>
    {rows.flat().map((key) =>
      key === ',' && decimals === 0 ? (
        <span key={key} />
      ) : (
        <button
          key={key}
          type="button"
          className={styles.key}
          aria-label={key === 'back' ? 'Borrar' : key === ',' ? 'Coma' : undefined}
          onClick={() => onPress(key)}
        >
          {key === 'back' ? <Delete size={28} /> : key}
        </button>
      ),
    )}
    {doneLabel === undefined ? null : (
      <button type="button" className={classes(styles.key, styles.done)} aria-label={doneLabel} onClick={onDone}>
        <Check size={36} strokeWidth={3} />
      </button>
    )}
  </div>
);

const fitText = (text: string, shape: { readonly decimals: number; readonly maxDigits: number }): string => {
  let fitted = '';
  for (const letter of text) {
    const key = hardwareKey(letter);
    if (key) fitted = pressKey(fitted, key, shape);
  }
  return fitted;
};

interface KeypadSheetProps extends Pick<KeypadProps, 'label' | 'value' | 'onChange' | 'maxDigits' | 'usual'> {
  readonly title: string;
  readonly isFit: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** One figure on our keypad, over its form. */
export const KeypadSheet = ({ title, isFit, onDone, onClose, children, ...keypad }: KeypadSheetProps) => (
  <Sheet
    open
    title={title}
    onClose={onClose}
    footer={
      <Button variant="primary" wide disabled={!isFit} onClick={onDone}>
        Listo
      </Button>
    }
  >
    <Keypad {...keypad} replaces onDone={onDone} />
    {children}
  </Sheet>
);
