import type { RecordedKind } from '../../../domain/movements/define.ts';
import { classes } from '../../ui/class-names.ts';
import styles from './record.module.css';
import { type Short, shortWords } from './short.ts';
import { foundPlace, type FarmThings } from './start.ts';
import type { Values } from './values.ts';
import { halfOf } from '../../../domain/movements/place-words.ts';
import { isSettled, missingPlace, placed } from './where.ts';

interface WhereLineProps {
  readonly kind: RecordedKind;
  readonly values: Values;
  readonly things: FarmThings;
  readonly short: readonly Short[];
}

/** `El Bajo · Sin rodeo → El Alto`: the place that the record names, as it will be saved. */
function whereWords({ kind, values, things }: WhereLineProps): string {
  const whole = { ...foundPlace(kind, values, things), ...placed(kind, values, things) };
  const nameOf = (name: string): string => {
    const id = whole[name];
    const isRodeo = halfOf(kind, name) === 'rodeo';
    if (id === null) return isRodeo ? 'Sin rodeo' : 'Sin lote';
    return isRodeo
      ? (things.rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ?? '')
      : (things.lots.find((view) => view.lot.id === id)?.lot.name ?? '');
  };
  const names = Object.keys(kind.fields).filter(
    (name) => halfOf(kind, name) !== null && whole[name] !== undefined && !isSettled(kind, name, things),
  );
  const isTo = (name: string): boolean => name.startsWith('to_') && whole[name] !== null;
  const part = (wanted: readonly string[]): string => wanted.map(nameOf).filter(Boolean).join(' · ');
  const [from, to] = [part(names.filter((name) => !name.startsWith('to_'))), part(names.filter(isTo))];
  return [from, to].filter(Boolean).join(' → ');
}

/** Over the save button, always in view: where the record will stand, what is still asked, and what is short. */
export const WhereLine = (props: WhereLineProps) => {
  const { kind, values, things, short } = props;
  const missing = missingPlace(kind, values, things);
  const [first] = short;
  const words = first
    ? shortWords(first, things)
    : missing === null
      ? whereWords(props)
      : `Falta el ${halfOf(kind, missing) === 'rodeo' ? 'rodeo' : 'lote'}: se pregunta al guardar`;
  if (words === '') return null;
  return (
    <p role="status" className={classes(styles.where, first && styles.short)}>
      {words}
    </p>
  );
};
