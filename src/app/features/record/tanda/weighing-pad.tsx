import { useState } from 'react';
import { Chip, ChipGroup, Keypad, SelectField, TextField } from '#ui';
import { isFull, kilosIn, offeredIn, standingIn } from './tanda.ts';
import styles from './tanda.module.css';
import type { PadProps } from './use-tanda.ts';
import { nameOf } from './words.ts';

const chipsAtMost = 3;

/** Keypad of the chute: three or four keys and ✓ per animal (ux.md §1.3). `onProblem`: why a weight was rejected. */
export const WeighingPad = (props: PadProps & { readonly onProblem: (problem: string | null) => void }) => {
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
        options={chips.map(({ id, name }) => ({ value: id, label: name }))}
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
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
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
