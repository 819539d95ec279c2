import { Check, Fence } from 'lucide-react';
import { useState } from 'react';
import { formatHectares, formatNumber } from '../../../domain/numbers.ts';
import { searchable } from '../../../domain/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RowButton, RowList } from '../../ui/row.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type FarmAround, rodeoName } from './farm-around.ts';
import styles from './change-lot.module.css';
import type { Destination } from './move.ts';

/** Rows shown at once: among a thousand lots one is found by typing part of its name. */
const shownAtMost = 8;

interface DestinationPickerProps {
  readonly id: string;
  readonly around: FarmAround;
  readonly destinations: readonly Destination[];
  readonly value: string;
  readonly onChange: (lotId: string) => void;
  readonly error?: string;
}

/** Where to: each lot with what it carries after the move, and who stands there. More than it bears is said, never forbidden. */
export const DestinationPicker = (props: DestinationPickerProps) => {
  const { id, around, destinations, value, onChange, error } = props;
  const [sought, setSought] = useState('');
  const chosen = destinations.find((one) => one.view.lot.id === value);
  const found = destinations.filter((one) => searchable(one.view.lot.name).includes(searchable(sought)));
  const offered = chosen && sought === '' ? [chosen, ...found.filter((one) => one !== chosen)] : found;
  const more = found.length - shownAtMost;
  return (
    <div className={styles.picker}>
      <TextField
        id={id}
        label="¿A qué lote?"
        type="search"
        placeholder="Buscar lote"
        value={sought}
        onChange={setSought}
        {...(error !== undefined && { error })}
      />
      <div className={styles.list}>
        <RowList label="Lotes de destino">
          {offered.slice(0, shownAtMost).map((one) => (
            <li key={one.view.lot.id}>
              <DestinationRow
                around={around}
                destination={one}
                isChosen={one === chosen}
                onPick={() => onChange(one.view.lot.id)}
              />
            </li>
          ))}
        </RowList>
      </div>
      {found.length === 0 ? <p>No encontramos «{sought}». Probá con otra parte del nombre.</p> : null}
      {more > 0 ? <p className={styles.more}>Y {formatNumber(more, 0)} lotes más: escribí parte del nombre.</p> : null}
      {chosen?.light === 'over' ? (
        <Notice tone="warn" role="status">
          {`${chosen.view.lot.name} queda con ${loadWords(chosen.after)}: más de lo que aguanta (${loadWords(chosen.view.lot.receptivity_ev_ha)}).`}
        </Notice>
      ) : null}
    </div>
  );
};

const loadWords = (load: number | null): string =>
  load === null ? 'sin dato de carga' : `${formatNumber(load)} EV/ha`;

interface DestinationRowProps {
  readonly around: FarmAround;
  readonly destination: Destination;
  readonly isChosen: boolean;
  readonly onPick: () => void;
}

const lightWords = { ok: null, tight: 'Justo', over: 'Sobrecargado' } as const;

const DestinationRow = ({ around, destination, isChosen, onPick }: DestinationRowProps) => {
  const { view, before, after, light, occupants } = destination;
  const stands = occupants.length === 0 ? 'Vacío' : occupants.map((rodeoId) => rodeoName(around, rodeoId)).join(', ');
  const word = light === null ? null : lightWords[light];
  return (
    <RowButton
      aria-pressed={isChosen}
      icon={isChosen ? <Check size={26} aria-hidden /> : <Fence size={26} aria-hidden />}
      title={view.lot.name}
      subtitle={[formatHectares(view.lot.hectares), stands].join(' · ')}
      right={
        <>
          {after === null ? null : <strong>{loadWords(after)}</strong>}
          {before === null || after === null ? null : <span>hoy {formatNumber(before)}</span>}
          {word ? <Badge tone={light === 'over' ? 'danger' : 'warn'}>{word}</Badge> : null}
        </>
      }
      onClick={onPick}
    />
  );
};
