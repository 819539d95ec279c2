import { ListOrdered, MapPin, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { counted, formatKilos, formatNumber, isUnsexed, weighs } from '#domain';
import { useToday } from '#platform';
import { Button, Chip, ChipGroup, classes, Keypad, optionsOf, SelectField, TextField } from '#ui';
import { likelyMother, mothersOf } from '../mothers.tsx';
import { TandaNotices } from './tanda-list.tsx';
import {
  bornWords,
  countsOf,
  isFarOff,
  isFull,
  kilosIn,
  nameOf,
  offeredIn,
  placeOf,
  placeWords,
  standingIn,
  touchWords,
  weighedWords,
} from './tanda.ts';
import type { PadProps, TandaState } from './use-tanda.ts';
import styles from './tanda.module.css';

interface TandaPadProps extends PadProps {
  readonly onPlace: () => void;
  readonly onList: () => void;
}

const noteOf = ({ kind, things, state: { tanda } }: PadProps) => {
  if (weighs(kind)) return weighedWords(tanda, things);
  const none = 'Un toque por ternero';
  return { main: counted(tanda.touches.length, 'ternero'), more: bornWords(tanda.touches, things) || none };
};

/** Shows a missing digit, or an animal that passed before, while it is still on the scale. */
const doubtOf = ({ tanda: { touches, text } }: TandaState): string | null => {
  const last = touches.at(-1);
  if (!last?.kg || text) return null;
  if (last.tag && touches.find(({ tag }) => tag === last.tag) !== last) return `${last.tag} ya estaba`;
  return isFarOff(touches) ? `${formatKilos(last.kg)} está lejos de los demás` : null;
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
          <ListOrdered />
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
  const { tanda, removed, putBack } = state;
  const back = removed && `Reponer ${touchWords(removed, things)}`;
  const place = placeWords(kind, tanda, things, today);
  return (
    <Button
      compact
      wide
      className={styles.place}
      icon={back ? <Undo2 size={20} /> : <MapPin size={20} />}
      aria-label={back ?? `Cambiar lugar o fecha: ${place}`}
      onClick={back ? putBack : onPlace}
    >
      {back ?? place}
    </Button>
  );
};

/** Large keys, one tap per calf; unsexed and stillborn apart. The mother is asked once, until it changes. */
const BirthPad = ({ kind, things, state }: PadProps) => {
  const { tanda, add, set } = state;
  const { lot_id: lot, rodeo_id: rodeo } = placeOf(kind, tanda, things);
  const mothers = mothersOf(things);
  const mother = tanda.mother === undefined ? likelyMother(things, lot, rodeo) : tanda.mother;
  const counts = countsOf(tanda.touches);
  const unsexed = things.categories.find(({ id }) => isUnsexed(id));
  const key = (category: string | null, className: string | undefined) => {
    const name = isUnsexed(category) ? 'Sin sexar' : nameOf(things, category);
    return (
      <button
        key={category ?? 'stillborn'}
        type="button"
        className={className}
        aria-label={`Sumar 1 ${name.toLocaleLowerCase('es-AR')}, van ${counts.get(category) ?? 0}`}
        disabled={isFull(tanda, category)}
        onClick={() => add({ category, ...(mother !== null && { mother }) })}
      >
        <span className={styles.plus}>+1 {name}</span>
        <span className={styles.count}>{formatNumber(counts.get(category) ?? 0, 0)}</span>
      </button>
    );
  };
  return (
    <div className={styles.calves}>
      {mothers.length > 0 ? (
        <div className={styles.mother}>
          <ChipGroup
            strip
            label="Madre"
            options={optionsOf(mothers)}
            value={mother}
            onChange={(id) => set({ mother: id === mother ? null : id })}
          />
        </div>
      ) : null}
      {offeredIn(kind, tanda, things).map(({ id }) => key(id, styles.calf))}
      <div className={styles.rare}>
        {unsexed ? key(unsexed.id, styles.calf) : null}
        {key(null, styles.stillborn)}
      </div>
    </div>
  );
};

const chipsAtMost = 3;

/** Keypad of the chute: three or four keys and ✓ per animal (ux.md §1.3). `onProblem`: why a weight was rejected. */
const WeighingPad = (props: PadProps & { readonly onProblem: (problem: string | null) => void }) => {
  const { things, state, onProblem } = props;
  const { tanda, latest, set, add } = state;
  const { category, text, tag } = tanda;
  const note = (): void => {
    const read = kilosIn(text);
    if ('problem' in read) return onProblem(read.problem);
    if (category === null) return onProblem('Elegí la categoría');
    if (isFull(latest(), category)) return onProblem('Tanda completa: guardala y seguí');
    onProblem(null);
    return add({ category, kg: read.kg, ...(tag.trim() !== '' && { tag: tag.trim() }) });
  };
  return (
    <div className={styles.pad}>
      <Categories {...props} />
      {tanda.withTags ? (
        <TextField
          label="Caravana"
          optional
          maxLength={30}
          autoComplete="off"
          value={tag}
          onChange={(next) => set({ tag: next })}
          onKeyDown={(event) => {
            // Tag readers type the number and Enter: the kilos come next.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      ) : null}
      <Keypad
        label={`Peso de ${nameOf(things, category).toLocaleLowerCase('es-AR')}`}
        labelHidden
        unit="kg"
        decimals={1}
        maxDigits={4}
        value={text}
        doneLabel="Anotar el peso"
        onChange={(next) => {
          onProblem(null);
          set({ text: next });
        }}
        onDone={note}
      />
    </div>
  );
};

/** Chips never move: a moved chip weighs the wrong category. */
const Categories = ({ kind, things, state: { tanda, set } }: PadProps) => {
  const [wantsAll, setWantsAll] = useState(false);
  const all = offeredIn(kind, tanda, things);
  const here = standingIn(kind, tanda, things);
  const likely = here.length > 0 ? here : all;
  const used = new Set([tanda.category, ...tanda.touches.map((touch) => touch.category)]);
  const chips = [...new Set([...likely.slice(0, chipsAtMost), ...all.filter(({ id }) => used.has(id))])];
  const pick = (category: string): void => set({ category });
  return (
    <>
      <ChipGroup
        strip
        labelHidden
        label="Categoría"
        options={optionsOf(chips)}
        value={tanda.category}
        onChange={pick}
        more={
          all.length > chips.length ? (
            <Chip pressed={false} onPress={() => setWantsAll(!wantsAll)}>
              Otra…
            </Chip>
          ) : undefined
        }
      />
      {wantsAll ? (
        <SelectField
          label="Otra categoría"
          options={optionsOf(all)}
          value={tanda.category ?? ''}
          onChange={(next) => {
            pick(next);
            setWantsAll(false);
          }}
        />
      ) : null}
    </>
  );
};
