import type { RecordedKind } from '#domain/movements/define.ts';
import { classes } from '#ui';
import styles from './record.module.css';
import { type Short, shortWords } from './short.ts';
import type { FarmThings } from './start.ts';
import type { Values } from './values.ts';
import { byId, halfOf, lotOf, rodeoOf } from '#domain';
import { isSettled, missingPlace, placed } from './where.ts';

interface WhereProps {
  readonly kind: RecordedKind;
  readonly values: Values;
  readonly found: Values;
  readonly things: FarmThings;
}

/** `El Bajo · Sin rodeo → El Alto`, `Todo el campo`: the place as it will be saved. */
export function whereWords({ kind, values, found, things }: WhereProps): string {
  const whole = { ...found, ...placed(kind, values, things) };
  const nameOf = (name: string): string => {
    const id = whole[name];
    const isRodeo = halfOf(kind, name) === 'rodeo';
    if (id === null) return isRodeo ? 'Sin rodeo' : 'Sin lote';
    return isRodeo ? (rodeoOf(things.rodeos, id)?.name ?? '') : (lotOf(things.lots, id)?.name ?? '');
  };
  const names = Object.keys(kind.fields)
    .filter((name) => halfOf(kind, name) !== null && whole[name] !== undefined && !isSettled(kind, name, things))
    // Lot before rodeo, whatever the kind's order.
    .toSorted((a, b) => Number(halfOf(kind, a) === 'rodeo') - Number(halfOf(kind, b) === 'rodeo'));
  const isTo = (name: string): boolean => name.startsWith('to_') && whole[name] !== null;
  const part = (wanted: readonly string[]): string => wanted.map(nameOf).filter(Boolean).join(' · ');
  const from = [campoWords(kind, whole, things), part(names.filter((name) => !name.startsWith('to_')))];
  return [from.filter(Boolean).join(' · '), part(names.filter(isTo))].filter(Boolean).join(' → ');
}

const campoWords = (kind: RecordedKind, whole: Values, { campos }: FarmThings): string => {
  if (!('campo_id' in kind.fields)) return '';
  return byId(campos, whole.campo_id)?.name ?? 'Todo el campo';
};

interface SaveNoteProps extends Omit<WhereProps, 'found'> {
  readonly short: readonly Short[];
}

/** Above the save button: the place still missing, or the shortage. */
export const SaveNote = ({ kind, values, things, short }: SaveNoteProps) => {
  const missing = missingPlace(kind, values, things);
  const [first] = short;
  if (!first && missing === null) return null;
  return (
    <p role="status" className={classes(styles.where, first && styles.short)}>
      {first
        ? shortWords(first, things)
        : `Falta el ${halfOf(kind, missing ?? '') === 'rodeo' ? 'rodeo' : 'lote'}: se pregunta al guardar`}
    </p>
  );
};
