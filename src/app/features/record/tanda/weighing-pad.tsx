import { useState } from 'react';
import type { RecordedKind } from '../../../../domain/movements/define.ts';
import { formatKilos } from '../../../../domain/numbers.ts';
import { Chip, ChipGroup } from '../../../ui/chip.tsx';
import { Keypad } from '../../../ui/keypad.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FarmThings } from '../start.ts';
import { isFarOff, isFull, kilosIn, offeredIn } from './tanda.ts';
import styles from './tanda.module.css';
import type { TandaState } from './use-tanda.ts';
import { nameOf } from './words.ts';

interface PadProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly state: TandaState;
}

const chipsAtMost = 3;

/** The keypad of the chute: three or four keys and ✓ for each animal (ux.md §1.3). */
export const WeighingPad = ({ kind, things, state }: PadProps) => {
  const { tanda, set, add } = state;
  const { category, text, tag } = tanda;
  const [problem, setProblem] = useState<string | null>(null);
  const note = (): void => {
    const read = kilosIn(text);
    if ('problem' in read) return setProblem(read.problem);
    if (category === null) return setProblem('Elegí la categoría');
    if (isFull(tanda, category)) return setProblem('Esta tanda está completa: guardala y empezá otra');
    setProblem(null);
    return add({ category, kg: read.kg, ...(tag.trim() !== '' && { tag: tag.trim() }) });
  };
  const last = tanda.touches.at(-1);
  return (
    <div className={styles.pad}>
      <Categories kind={kind} things={things} state={state} />
      {tanda.withTags ? (
        <TextField
          label="Caravana"
          optional
          maxLength={30}
          autoComplete="off"
          value={tag}
          onChange={(next) => set({ tag: next })}
          onKeyDown={(event) => {
            // A reader of electronic tags types the number and Enter: the kilos come next.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      ) : null}
      {isFarOff(tanda.touches) && last?.kg !== undefined && text === '' ? (
        <Notice tone="warn" role="status">
          {`${formatKilos(last.kg)} está lejos de los demás. ¿Está bien?`}
        </Notice>
      ) : null}
      <Keypad
        label={`Peso de ${nameOf(things, category).toLocaleLowerCase('es-AR')}`}
        unit="kg"
        decimals={1}
        maxDigits={4}
        value={text}
        doneLabel="Anotar el peso"
        onChange={(next) => {
          setProblem(null);
          set({ text: next });
        }}
        onDone={note}
        usual={
          problem ? (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          ) : null
        }
      />
    </div>
  );
};

/** One category stands in most rodeos: then nothing is asked. */
const Categories = ({ kind, things, state: { tanda, set } }: PadProps) => {
  const [wantsAll, setWantsAll] = useState(false);
  const all = offeredIn(kind, tanda, things);
  const used = new Set([tanda.category, ...tanda.touches.map((touch) => touch.category)]);
  const chips = [...new Set([...all.slice(0, chipsAtMost), ...all.filter(({ id }) => used.has(id))])];
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
