import { ListOrdered, MapPin, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { counted, formatKilos, weighs } from '#domain';
import { useToday } from '#platform';
import { Button, classes } from '#ui';
import { BirthPad } from './birth-pad.tsx';
import { isFarOff } from './tanda.ts';
import { TandaNotices } from './tanda-notices.tsx';
import styles from './tanda.module.css';
import type { PadProps, TandaState } from './use-tanda.ts';
import { WeighingPad } from './weighing-pad.tsx';
import { bornWords, placeWords, touchWords, weighedWords } from './words.ts';

interface Words {
  readonly main: string;
  readonly more: string;
}

interface TandaPadProps extends PadProps {
  readonly onPlace: () => void;
  readonly onList: () => void;
}

const noteOf = ({ kind, things, state: { tanda } }: PadProps): Words => {
  if (weighs(kind)) return weighedWords(tanda, things);
  const none = 'Un toque por ternero';
  return { main: counted(tanda.touches.length, 'ternero'), more: bornWords(tanda.touches, things) || none };
};

/** Shows a missing digit while the animal is still on the scale. */
const doubtOf = ({ tanda }: TandaState): string | null => {
  const last = tanda.touches.at(-1);
  const isAsked = last?.kg !== undefined && tanda.text === '' && isFarOff(tanda.touches);
  return isAsked ? `${formatKilos(last.kg ?? 0)} está lejos de los demás` : null;
};

/** Keys and running figures. Nothing moves while in use. */
export const TandaPad = ({ onPlace, onList, ...props }: TandaPadProps) => {
  const { kind, state } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const { main, more } = noteOf(props);
  const doubt = doubtOf(state);
  return (
    <div className={classes(styles.work, weighs(kind) && styles.weighing)}>
      <div className={styles.head}>
        <TandaNotices state={state} />
        <PlaceLine {...props} onPlace={onPlace} />
        <button type="button" className={styles.figures} onClick={onList}>
          <span>
            <span className={styles.main}>{main}</span>
            <span className={classes(styles.more, (problem ?? doubt) !== null && styles.hidden)}>{more}</span>
          </span>
          <ListOrdered size={24} aria-hidden />
        </button>
        {(problem ?? doubt) === null ? null : (
          <p role="alert" className={problem === null ? styles.doubt : styles.problem}>
            {problem ?? doubt}
          </p>
        )}
        <p role="status" className={styles.unseen}>
          {state.tanda.touches.length > 0 ? `${main.replace('prom.', 'promedio')}. ${more}` : ''}
        </p>
      </div>
      {weighs(kind) ? <WeighingPad {...props} onProblem={setProblem} /> : <BirthPad {...props} />}
    </div>
  );
};

/** Place and date; after a removal, the undo instead. */
const PlaceLine = ({ kind, things, state, onPlace }: PadProps & { readonly onPlace: () => void }) => {
  const today = useToday();
  const place = placeWords(kind, state.tanda, things, today);
  if (state.removed) {
    return (
      <Button
        compact
        wide
        className={styles.place}
        icon={<Undo2 size={20} aria-hidden />}
        aria-label={`Reponer ${touchWords(state.removed, things)}`}
        onClick={state.putBack}
      >
        {`Reponer ${touchWords(state.removed, things)}`}
      </Button>
    );
  }
  return (
    <Button
      compact
      wide
      className={styles.place}
      icon={<MapPin size={20} aria-hidden />}
      aria-label={`Cambiar lugar o fecha: ${place}`}
      onClick={onPlace}
    >
      {place}
    </Button>
  );
};
