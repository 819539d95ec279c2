import { byId, counted, formatHectares, formatNumber, headsOf, limits, listOf } from '#domain';
import { type FormOf, PickList } from '#forms';
import { hereWords } from '#farm/here-words.ts';
import { useToday } from '#platform';
import { recency } from '#farm/recent-lots.ts';
import { Badge, ChipGroup, Notice, Stepper } from '#ui';
import { type Destination, type FarmAround, lotName, type MoveDraft, rodeoName, type Source } from './move.ts';

interface DestinationPickerProps {
  readonly id: string;
  readonly around: FarmAround;
  readonly destinations: readonly Destination[];
  readonly value: string;
  readonly onChange: (lotId: string) => void;
  readonly error?: string;
}

/** Destination lots with their load after the move and occupants, most recent first. */
export const DestinationPicker = (props: DestinationPickerProps) => {
  const { id, around, destinations, value, onChange, error } = props;
  const rank = recency(around.habits);
  return (
    <PickList
      id={id}
      label="¿A qué lote?"
      placeholder="Buscar lote"
      listLabel="Lotes de destino"
      picks={destinations
        .map((one) => ({ ...one, id: one.view.lot.id, sought: one.view.lot.name }))
        .toSorted((a, b) => rank(a.id) - rank(b.id))}
      wordsOf={(one) => wordsOf(around, one)}
      value={value}
      onPick={onChange}
      emptyWords={() => 'Ningún lote se llama así'}
      error={error}
    />
  );
};

const loadWords = (load: number | null): string =>
  load === null ? 'sin dato de carga' : `${formatNumber(load)} EV/ha`;

const lightWords = { ok: null, tight: 'Justo', over: 'Sobrecargado' } as const;

function wordsOf(around: FarmAround, { view, before, after, light, occupants }: Destination) {
  const stands = occupants.length === 0 ? 'Vacío' : occupants.map((rodeoId) => rodeoName(around, rodeoId)).join(', ');
  const word = light === null ? null : lightWords[light];
  return {
    title: view.lot.name,
    subtitle: [formatHectares(view.lot.hectares), stands].join(' · '),
    right: (
      <>
        {after === null ? null : <strong>{loadWords(after)}</strong>}
        {before === null || after === null ? null : <span>hoy {formatNumber(before)}</span>}
        {word ? <Badge tone={light === 'over' ? 'danger' : 'warn'}>{word}</Badge> : null}
      </>
    ),
  };
}

/** Overload warns, never blocks. */
export const OverloadNotice = ({ chosen }: { readonly chosen: Destination | undefined }) =>
  chosen?.light === 'over' ? (
    <Notice tone="warn" role="status">
      {`${chosen.view.lot.name} queda con ${loadWords(chosen.after)}: más de lo que aguanta (${loadWords(chosen.view.lot.receptivity_ev_ha)}).`}
    </Notice>
  ) : null;

/** More than these become a searchable list. */
const chipsAtMost = 8;

interface SourcePickerProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly sources: readonly Source[];
  readonly onPicked: () => void;
}

const label = '¿Cuáles?';

/** Picks the animals to move: chips, or a search on a large farm. */
export const SourcePicker = ({ form, around, sources, onPicked }: SourcePickerProps) => {
  const { id, value, error } = form.bind('source');
  const pick = (key: string): void => {
    form.change({ source: key, heads: {} });
    onPicked();
  };
  const namesOf = (one: Source): string => `${rodeoName(around, one.rodeoId)} · ${lotName(around, one.lotId)}`;
  if (sources.length > chipsAtMost) {
    return (
      <PickList
        id={id}
        label={label}
        placeholder="Buscar rodeo o lote"
        listLabel="Rodeos y lotes"
        picks={sources.map((one) => ({ ...one, id: one.key, sought: namesOf(one) }))}
        wordsOf={(one) => ({ title: namesOf(one), right: counted(one.heads, 'cabeza') })}
        value={value}
        onPick={pick}
        emptyWords={() => 'Ningún rodeo ni lote se llama así'}
        error={error}
      />
    );
  }
  return (
    <ChipGroup
      id={id}
      label={label}
      options={sources.map((one) => ({ value: one.key, label: `${namesOf(one)} (${formatNumber(one.heads, 0)})` }))}
      value={value}
      onChange={pick}
      {...(error !== undefined && { error })}
    />
  );
};

interface WhatMovesProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly source: Source;
}

/** All or some of the source's animals. */
export const WhatMoves = ({ form, around, source }: WhatMovesProps) => {
  const { values, bind } = form;
  return (
    <>
      <ChipGroup<MoveDraft['what']>
        strip
        label={`${rodeoName(around, source.rodeoId)} en ${lotName(around, source.lotId)}`}
        options={{ todo: source.rodeoId === null ? 'Todos' : 'Todo el rodeo', parte: 'Algunas categorías' }}
        {...bind('what', 'animals')}
      />
      {values.what === 'todo' ? <p>{allWords(around, source)}</p> : <Counters {...{ form, around, source }} />}
    </>
  );
};

const categoryName = ({ categories }: FarmAround, id: string): string =>
  byId(categories, id)?.name ?? 'Categoría eliminada';

const allWords = (around: FarmAround, source: Source): string =>
  listOf(source.cells.map((cell) => headsOf(cell.head, categoryName(around, cell.category))));

/** May exceed the book, whose figure stands beside (ux.md §1.2, Stale stock). What was counted stays, though others took it away. */
const Counters = ({ form: { values, change }, around, source }: WhatMovesProps) => {
  const today = useToday();
  const here = source.cells.map(({ category }) => category);
  const gone = Object.keys(values.heads).filter((category) => !here.includes(category));
  return (
    <>
      {[...source.cells, ...gone.map((category) => ({ category, head: 0 }))].map((cell) => {
        const name = categoryName(around, cell.category);
        const set = (count: number): void => change({ heads: { ...values.heads, [cell.category]: count } });
        return (
          <Stepper
            key={cell.category}
            label={name}
            hint={hereWords(cell.head, values.date, today)}
            value={values.heads[cell.category] ?? 0}
            max={limits.headsPerLine}
            onChange={set}
            all={cell.head}
          />
        );
      })}
    </>
  );
};
