import { formatHectares, formatNumber } from '#domain';
import { PickList } from '#forms';
import { recency } from '#farm/recent-lots.ts';
import { Badge, Notice } from '#ui';
import { type FarmAround, rodeoName } from './farm-around.ts';
import type { Destination } from './move.ts';

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
