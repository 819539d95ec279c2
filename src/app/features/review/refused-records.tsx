import type { ReactNode } from 'react';
import { type Refused, refusedEndpoints } from '#contract/endpoints/refused.ts';
import { formatInstant, joined, kindOf, recordedKind, thingAt, withCount } from '#domain';
import { FailedNotice, useNoSignal } from '#platform';
import { useRefused } from '#farm/refused.ts';
import { sentBy } from '#farm/sent-by.ts';
import type { NameOf } from '#farm/typed-words.ts';
import { TypedValues, useNames } from '#farm/typed-values.tsx';
import { Button, Card, Cluster, Skeleton, Stack } from '#ui';
import styles from './review.module.css';
import { useOfficeCall } from './use-calls.ts';

interface RefusedActs {
  /** Opens the record's form; unused for what has none. */
  readonly onCorrect: (id: string) => void;
}

/** Records the server refused from phones: accept or discard (domain.md §2.18). Needs signal. */
export const RefusedRecords = ({ onCorrect, otherwise }: RefusedActs & { readonly otherwise: ReactNode }) => {
  const { records, waiting, isAsking, again } = useRefused(true);
  if (!records && isAsking) return <Skeleton rows={2} />;
  const count = records?.length ?? waiting ?? 0;
  if (count === 0) return otherwise;
  const title = withCount('Rechazados', count);
  return (
    <section aria-label={title} className={styles.part}>
      <h3>{title}</h3>
      {records ? null : <p>Se ven con señal.</p>}
      {records?.map((record) => (
        <RefusedCard key={record.id} record={record} onDecided={again} onCorrect={onCorrect} />
      ))}
    </section>
  );
};

interface RefusedCardProps extends RefusedActs {
  readonly record: Refused;
  readonly onDecided: () => void;
}

/** Subject of a call that is no movement. */
function wordAt(path: string): string {
  const [, , part = '', below] = path.split('/');
  return part === 'lot' && below === 'animal' ? 'Animales del lote' : (thingAt(path)?.words.short ?? 'Registro');
}

function titleOf({ type, method, path, body }: Refused, nameOf: NameOf): string {
  const label = type === null ? wordAt(path) : kindOf(type).label;
  if (method === 'POST') return label;
  // What the change or the deletion is about.
  const id = typeof body?.id === 'string' ? body.id : path.slice(path.lastIndexOf('/') + 1);
  return joined(`${method === 'DELETE' ? 'Eliminar' : 'Editar'}: ${label}`, nameOf(id));
}

const RefusedCard = ({ record, onDecided, onCorrect }: RefusedCardProps) => {
  const { busy, failed, call } = useOfficeCall();
  const noSignal = useNoSignal();
  const nameOf = useNames();
  const decide = async (isTaken: boolean): Promise<void> => {
    const isDone = isTaken
      ? await call(refusedEndpoints.applyRefused, record.id, {})
      : await call(refusedEndpoints.discardRefused, record.id);
    if (isDone) onDecided();
  };
  const when = record.recorded_at ?? record.received_at;
  return (
    <Card title={titleOf(record, nameOf)}>
      <Stack>
        <p className={styles.author}>
          {`${sentBy(record)} · ${formatInstant(when)}${record.from_lost_phone ? ' · de un celular perdido' : ''}`}
        </p>
        <TypedValues type={record.type} subject={thingAt(record.path)?.name ?? ''} body={record.body} />
        <p className={styles.reason}>{record.message}</p>
        {record.issues.map((issue) => (
          <p key={`${issue.path} ${issue.message}`}>{issue.message}</p>
        ))}
        <FailedNotice message={failed} />
        <Cluster>
          <Button compact busy={busy} disabled={noSignal} onClick={() => void decide(true)}>
            Registrar igual
          </Button>
          {record.method !== 'DELETE' && recordedKind(record.type ?? '') ? (
            <Button compact disabled={noSignal || busy} onClick={() => onCorrect(record.id)}>
              Corregir y registrar
            </Button>
          ) : null}
          <Button compact variant="danger" disabled={noSignal || busy} onClick={() => void decide(false)}>
            Descartar
          </Button>
        </Cluster>
      </Stack>
    </Card>
  );
};
