import type { ReactNode } from 'react';
import { type Refused, refusedEndpoints } from '#contract/endpoints/refused.ts';
import { fieldWords, formatInstant, fullName, kindOf, readableFields, recordedKind, thingAt, withCount } from '#domain';
import {
  FailedNotice,
  useCampos,
  useCategories,
  useLots,
  useMembers,
  useNoSignal,
  useRecordNames,
  useRodeos,
} from '#platform';
import { useRefused } from '#farm/refused.ts';
import { sentBy } from '#farm/sent-by.ts';
import { Button, Card, Cluster, Row, RowList, Skeleton, Stack } from '#ui';
import styles from './review.module.css';
import { isSilent, labelOf, type NameOf, type Values, valueWords, wordsOf } from './typed-words.ts';
import { useOfficeCall } from './use-calls.ts';
import { wordsOf as recordWords } from '#domain/movements/words.ts';

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

function titleOf({ type, method, path }: Refused): string {
  const label = type === null ? wordAt(path) : kindOf(type).label;
  if (method === 'DELETE') return `Eliminar: ${label}`;
  return method === 'POST' ? label : `Editar: ${label}`;
}

const RefusedCard = ({ record, onDecided, onCorrect }: RefusedCardProps) => {
  const { busy, failed, call } = useOfficeCall();
  const noSignal = useNoSignal();
  const decide = async (isTaken: boolean): Promise<void> => {
    const isDone = isTaken
      ? await call(refusedEndpoints.applyRefused, record.id, {})
      : await call(refusedEndpoints.discardRefused, record.id);
    if (isDone) onDecided();
  };
  const when = record.recorded_at ?? record.received_at;
  return (
    <Card title={titleOf(record)}>
      <Stack>
        <p className={styles.author}>
          {`${sentBy(record)} · ${formatInstant(when)}${record.from_lost_phone ? ' · de un celular perdido' : ''}`}
        </p>
        <TypedValues type={record.type} path={record.path} body={record.body} />
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

/** Names of what a field may refer to. */
function useNames(): NameOf {
  const lots = useLots();
  const rodeos = useRodeos();
  const campos = useCampos();
  const categories = useCategories();
  const members = useMembers();
  const names = new Map<string, string>([
    ...valueWords,
    ...(lots ?? []).map(({ lot }) => [lot.id, lot.name] as const),
    ...(rodeos ?? []).map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
    ...(campos ?? []).map(({ id, name }) => [id, name] as const),
    ...(categories ?? []).map(({ id, name }) => [id, name] as const),
    ...(members ?? []).map((member) => [member.id, fullName(member)] as const),
  ]);
  return (id) => names.get(id) ?? null;
}

interface TypedValuesProps {
  /** Null for anything but a movement. */
  readonly type: string | null;
  /** The call it was sent by; names the fields of a thing. */
  readonly path: string;
  readonly body: Values | null;
}

/** What was typed, field by field, valid or not. */
const TypedValues = ({ type, path, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const recordNames = useRecordNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  // Movements are read by their kind's words, things by their own.
  const fields = kind && recordNames ? readableFields(kind.type) : {};
  const made = thingAt(path)?.fields ?? {};
  const shownValue = (name: string): string => {
    const own = made[name];
    if (own) return fieldWords(own, body?.[name], (_, id) => nameOf(id)) || '—';
    return recordOrPlain(name);
  };
  const recordOrPlain = (name: string): string =>
    fields[name] && recordNames ? recordWords(fields[name], body?.[name], recordNames) : wordsOf(body?.[name], nameOf);
  return (
    <RowList label="Lo que se cargó">
      {names.map((name) => (
        <li key={name}>
          <Row title={made[name]?.label ?? labelOf(kind, name)} right={shownValue(name)} />
        </li>
      ))}
    </RowList>
  );
};
