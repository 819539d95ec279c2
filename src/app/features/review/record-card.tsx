import { offlineSentences } from '#contract/sentences-offline.ts';
import { failureWords } from '#farm/failure-words.ts';
import { useState } from 'react';
import { movementEndpoints } from '#contract/endpoints/movements.ts';
import {
  askedTogether,
  type Cell,
  changesBetween,
  formatDay,
  formatNumber,
  halfOf,
  isApproval,
  kindOf,
  mayChange,
  type Movement,
  noPlace,
  parentOf,
  readBy,
  recordedKind,
} from '#domain';
import {
  ButtonTo,
  FailedNotice,
  useFarm,
  useLive,
  useLots,
  useMay,
  useNoSignal,
  useRecordNames,
  useRodeos,
  useRole,
  useStock,
  useUserId,
} from '#platform';
import { LeftBehind } from '#farm/left-behind.tsx';
import { useReviewQuestions } from '#farm/review-questions.tsx';
import type { MovementView } from '#sync/farm.ts';
import { Asking, Button, Card, Cluster, DataTable, Stack } from '#ui';
import { byWord, isAuthors, settleWord } from './reason-words.ts';
import styles from './review.module.css';
import { useOfficeCall } from './use-calls.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useTry } from '#forms';
import { isSaid } from '#domain/movements/words.ts';
import { shownChanges } from '#farm/field-changes.ts';

interface RecordCardProps {
  readonly view: MovementView;
  readonly onEdit: (movementId: string) => void;
}

/** A record under review: reasons, evidence, and an answer for each. */
export const RecordCard = ({ view, onEdit }: RecordCardProps) => {
  const { movement } = view;
  const [openedAt] = useState(() => Date.now());
  const { busy, failed, call } = useOfficeCall();
  const noSignal = useNoSignal();
  const kind = kindOf(movement.type);
  const mayReview = useMay('review');
  const question = useReviewQuestions(movement);
  const reasons = byWord(movement.review);
  const answered = reasons.filter((reason) => mayReview || isAuthors(reason));
  // An answer is in the outbox.
  const isAnswered = view.pendingOp !== null;
  const mayTouch = mayChange(useRole(), useUserId(), movement, openedAt);
  const isChild = parentOf(movement) !== null;
  const duplicateId = movement.review?.possible_duplicate_of ?? null;
  return (
    <Card title={`${kind.label} · ${formatDay(movement.date)}`}>
      <Stack>
        <RecordSummary view={view} />
        {askedTogether(reasons).map((asked) => (
          <p key={asked[0]} className={styles.reason}>
            {question?.(asked)}
          </p>
        ))}
        {isAnswered ? <p>Tu respuesta está guardada: sale cuando haya señal.</p> : null}
        {reasons.includes('place_unsaid') && !isAnswered ? <Places movement={movement} /> : null}
        {movement.review?.left ? (
          <>
            <p className={styles.reason}>{question?.(['left_behind'])}</p>
            <LeftBehind movement={movement} />
          </>
        ) : null}
        {duplicateId === null ? null : <Duplicate id={duplicateId} />}
        {reasons.includes('conflict') ? <ConflictValues movement={movement} /> : null}
        <FailedNotice message={failed} />
        <Cluster>
          {(isAnswered ? [] : askedTogether(answered)).map((asked) => (
            <Button
              key={asked[0]}
              compact
              busy={busy}
              disabled={noSignal}
              onClick={() => void call(movementEndpoints.settleReview, movement.id, { reasons: asked })}
            >
              {settleWord(asked)}
            </Button>
          ))}
          {kind.recorded && !movement.deleted && !isChild && mayTouch ? (
            <Button compact onClick={() => onEdit(movement.id)}>
              Editar
            </Button>
          ) : null}
          <ButtonTo compact to="/data/$id" params={{ id: movement.id }}>
            Ver registro
          </ButtonTo>
          {movement.deleted || isChild || !mayTouch ? null : <Discard view={view} isDuplicate={duplicateId !== null} />}
        </Cluster>
        {reasons.some((reason) => !answered.includes(reason) && !isApproval(reason)) ? (
          <p>Lo demás lo revisa el dueño o un administrador.</p>
        ) : null}
      </Stack>
    </Card>
  );
};

/** Unsaid places, each with its answers. */
const Places = ({ movement }: { readonly movement: Movement }) => {
  const kind = recordedKind(movement.type);
  if (!kind) return null;
  return movement.review?.unsaid?.map((field) => (
    <PlaceAnswers key={field} movement={movement} kind={kind} field={field} />
  ));
};

const RecordSummary = ({ view: { movement, summary, author } }: { readonly view: MovementView }) => (
  <div className={styles.words}>
    {[...new Set([summary, movement.detail])].filter(Boolean).map((words) => (
      <p key={words}>{words}</p>
    ))}
    <p
      className={styles.author}
    >{`Registró ${author ?? 'alguien del equipo'}${movement.deleted ? ' · Eliminado' : ''}`}</p>
  </div>
);

/** The other record of a possible duplicate (ux.md §1.2, Duplicates). */
const Duplicate = ({ id }: { readonly id: string }) => {
  const duplicate = useLive((views) => views.movement(id), [id]);
  if (!duplicate) return null;
  return (
    <div className={styles.other}>
      <h4>El otro registro</h4>
      <RecordSummary view={duplicate} />
    </div>
  );
};

const Discard = ({ view, isDuplicate }: { readonly view: MovementView; readonly isDuplicate: boolean }) => {
  const farm = useFarm();
  const discard = useTry(async () => {
    const removed = await farm.acts.deleteMovement(view.movement.id);
    return removed.ok ? null : failureWords(removed.problem, offlineSentences.othersDepend);
  });
  return (
    <>
      <Asking
        button={(ask) => (
          <Button compact variant="danger" onClick={ask}>
            {isDuplicate ? 'Quedarme con el otro' : 'Eliminar'}
          </Button>
        )}
        danger
        title="¿Eliminar este registro?"
        confirmLabel="Eliminar"
        onConfirm={discard.run}
      >
        {`${view.summary}. Deja de contar en las existencias; queda en la historia como eliminado.`}
      </Asking>
      <FailedNotice message={discard.failed} />
    </>
  );
};

/** Further places are chosen in the record's form. */
const mostPlaces = 6;

interface PlaceAnswersProps {
  readonly movement: Movement;
  readonly kind: RecordedKind;
  /** The unsaid place. */
  readonly field: string;
}

/** Places holding such animals, as answers. Each edits the record, offline too. */
const PlaceAnswers = ({ movement, kind, field }: PlaceAnswersProps) => {
  const farm = useFarm();
  const stock = useStock();
  const lots = useLots();
  const rodeos = useRodeos();
  const half = halfOf(kind, field) ?? 'lot';
  const answer = useTry(async (place: string | null) => {
    const saved = await farm.acts.editMovement(movement.id, {
      ...readBy(kind, movement),
      [field]: place,
    });
    return saved.ok ? null : failureWords(saved.problem);
  });
  if (!stock || !lots || !rodeos) return null;
  const names = new Map(
    half === 'lot'
      ? lots.map(({ lot }) => [lot.id, lot.name] as const)
      : rodeos.map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
  );
  const takesNone = kind.fields[field]?.schema.safeParse(null).success === true;
  return (
    <>
      <FailedNotice message={answer.failed} />
      <Cluster>
        {standingAt(movement, kind, field, stock).map(({ id, heads }) => (
          <Button key={id} compact disabled={answer.busy} onClick={() => void answer.run(id)}>
            {`${names.get(id) ?? '…'} · ${formatNumber(heads, 0)}`}
          </Button>
        ))}
        {takesNone ? (
          <Button compact disabled={answer.busy} onClick={() => void answer.run(null)}>
            {noPlace[half]}
          </Button>
        ) : null}
      </Cluster>
    </>
  );
};

/** Where such animals stand, most first, within the half of the place that is known. */
function standingAt(movement: Movement, kind: RecordedKind, field: string, stock: readonly Cell[]) {
  const half = halfOf(kind, field) ?? 'lot';
  const isOther = half === 'rodeo';
  const said = isOther ? movement.metadata.lot_id : movement.rodeoId;
  const types = new Set(movement.animals.map(({ type }) => type));
  const heads = new Map<string, number>();
  for (const cell of stock) {
    const id = cell[half];
    const isThere = said === null || cell[isOther ? 'lot' : 'rodeo'] === said;
    const isSuch = kind.herd === 'in' || types.size === 0 || types.has(cell.category);
    if (id !== null && cell.head > 0 && isThere && isSuch) heads.set(id, (heads.get(id) ?? 0) + cell.head);
  }
  return [...heads]
    .map(([id, count]) => ({ id, heads: count }))
    .toSorted((a, b) => b.heads - a.heads)
    .slice(0, mostPlaces);
}

/** Both versions of a record that two people changed, from the server. */
function conflictOf({ metadata }: Movement) {
  const conflict = metadata.conflict;
  if (!isSaid(conflict)) return null;
  const { before, after } = conflict;
  return isSaid(before) && isSaid(after) ? changesBetween(before, after) : null;
}

/** Differing fields side by side (domain.md §5, F20). */
export const ConflictValues = ({ movement }: { readonly movement: Movement }) => {
  const names = useRecordNames();
  const seesMoney = useMay('see-money');
  const conflict = conflictOf(movement);
  if (!conflict || !names) return null;
  const changes = shownChanges(movement.type, conflict, names, seesMoney);
  if (changes.length === 0) return <p>Los dos escribieron lo mismo.</p>;
  return (
    <DataTable
      caption="Los dos valores"
      rows={changes}
      rowKey={({ key }) => key}
      columns={[
        { header: 'Dato', main: true, cell: ({ label }) => label },
        { header: 'Antes', cell: ({ before }) => before },
        { header: 'Llegó después', cell: ({ after }) => after },
      ]}
    />
  );
};
