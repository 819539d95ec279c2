import { type ReactNode, useState } from 'react';
import {
  auditReasons,
  byId,
  type CountedLine,
  differs,
  formatDay,
  formatNumber,
  formatTime,
  lotOf,
  type Review,
  waitsForAuthor,
  withCount,
} from '#domain';
import { FailedNotice, NeedsSignal, useCategories, useLive, useLots, useMay, useNoSignal, useUserId } from '#platform';
import { mostReviews } from '#farm/due-work.ts';
import { Badge, Button, Card, Cluster, DataTable, EmptyState, Sheet, Skeleton, Stack, TextField } from '#ui';
import { byWord } from './reason-words.ts';
import { RecordCard } from './record-card.tsx';
import { RefusedRecords } from './refused-records.tsx';
import { Shortfalls } from './shortfalls.tsx';
import type { MovementView } from '#sync/farm.ts';
import { auditEndpoints } from '#contract/endpoints/assets.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { useDraftText } from '#forms';
import { useOfficeCall } from './use-calls.ts';
import styles from './review.module.css';

interface ReviewActs {
  readonly onEdit: (movementId: string) => void;
  readonly onCount: (lotId: string) => void;
  readonly onCorrectRefused: (id: string) => void;
}

interface ReviewSheetProps extends ReviewActs {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** 'A revisar': what the office has not looked at yet (domain.md §3.0, §2.17, §2.18). */
export const ReviewSheet = ({ open, onClose, ...acts }: ReviewSheetProps) => {
  const mayReview = useMay('review');
  return (
    <Sheet open={open} size="wide" title="A revisar" onClose={onClose}>
      {mayReview ? <Reviews {...acts} /> : <OwnReviews onEdit={acts.onEdit} />}
    </Sheet>
  );
};

const Reviews = (acts: ReviewActs) => {
  const views = useLive((asked) => asked.page({ inReview: true }, null, mostReviews));
  if (!views) return <Skeleton rows={4} />;
  const counts = views.items.filter(isWaitingCount);
  const records = views.items.filter((view) => !isWaitingCount(view) && hasReasons(view.movement.review));
  return (
    <Stack>
      <NeedsSignal />
      {counts.length > 0 ? (
        <Part title={withCount('Recuentos por aprobar', counts.length)}>
          {countsTogether(counts).map((views) => (
            <CountCard key={views[0]?.key} views={views} />
          ))}
        </Part>
      ) : null}
      <Shortfalls reviews={views.items} onEdit={acts.onEdit} onCount={acts.onCount} />
      {records.length > 0 ? (
        <Part title={withCount('Registros', records.length)}>
          {records.map((view) => (
            <RecordCard key={view.key} view={view} onEdit={acts.onEdit} />
          ))}
        </Part>
      ) : null}
      <RefusedRecords onCorrect={acts.onCorrectRefused} otherwise={views.items.length === 0 ? <Nothing /> : null} />
      {views.next === null ? null : <p>Hay más para revisar: aparecen a medida que resolvés estos.</p>}
    </Stack>
  );
};

/** A hand's own records with open questions. */
const OwnReviews = ({ onEdit }: Pick<ReviewActs, 'onEdit'>) => {
  const authorId = useUserId();
  const views = useLive((asked) => asked.page({ inReview: true, authorId }, null, mostReviews), [authorId]);
  if (!views) return <Skeleton rows={4} />;
  const records = views.items.filter((view) => waitsForAuthor(view.movement.review));
  if (records.length === 0) return <EmptyState>Nada de lo que registraste espera una respuesta tuya.</EmptyState>;
  return (
    <Stack>
      <NeedsSignal />
      <Part title={withCount('Lo que registraste', records.length)}>
        {records.map((view) => (
          <RecordCard key={view.key} view={view} onEdit={onEdit} />
        ))}
      </Part>
    </Stack>
  );
};

/** Shortfalls are shown by place instead. */
const hasReasons = (review: Review | undefined): boolean =>
  byWord(review).length > 0 || review?.reasons.includes('left_behind') === true;

const Nothing = () => (
  <EmptyState>
    No hay nada a revisar. Acá llega lo que se cargó en el campo y no cierra con el libro, o espera tu visto bueno.
  </EmptyState>
);

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className={styles.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

const linesOf = ({ movement }: Pick<MovementView, 'movement'>): readonly CountedLine[] => {
  const counted = movement.metadata.counted;
  return Array.isArray(counted) ? (counted as CountedLine[]) : [];
};

const momentOf = ({ movement: { date, created_at, id } }: MovementView): string => `${date}|${created_at}|${id}`;

/** Same day, lot and a category; same rodeo, or one of them counted all rodeos. */
function shareCell(one: MovementView, other: MovementView): boolean {
  const [a, b] = [one.movement, other.movement];
  if (a.date !== b.date || a.metadata.lot_id !== b.metadata.lot_id) return false;
  const [rodeo, otherRodeo] = [a.metadata.rodeo_id, b.metadata.rodeo_id];
  if (rodeo !== undefined && otherRodeo !== undefined && rodeo !== otherRodeo) return false;
  const types = new Set(linesOf(one).map(({ type }) => type));
  return linesOf(other).some(({ type }) => types.has(type));
}

/** Waiting counts grouped by cell and day, oldest first (domain.md §3.7). */
function countsTogether(counts: readonly MovementView[]): readonly (readonly MovementView[])[] {
  let groups: readonly (readonly MovementView[])[] = [];
  for (const count of counts) {
    const near = groups.filter((group) => group.some((other) => shareCell(count, other)));
    const whole = [count, ...near.flat()].toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
    // Keeps the group's position when a count is added.
    const at = near[0] ? groups.indexOf(near[0]) : groups.length;
    groups = groups.toSpliced(at, 0, whole).filter((group) => !near.includes(group));
  }
  return groups;
}

/** A hand's count that nobody has decided on. */
const isWaitingCount = ({ movement }: Pick<MovementView, 'movement'>): boolean =>
  movement.type === count.type && movement.metadata.state === 'pendiente' && !movement.deleted;

const signed = (heads: number): string =>
  heads === 0 ? '0' : `${heads > 0 ? '+' : '−'}${formatNumber(Math.abs(heads), 0)}`;

interface CountCardProps {
  /** Same place and day, oldest first. */
  readonly views: readonly MovementView[];
}

/** Waiting counts: expected, counted, and approve or reject each (domain.md §3.7). */
export const CountCard = ({ views }: CountCardProps) => {
  const lots = useLots();
  const [first] = views;
  if (!first) return null;
  const { lot_id: id } = first.movement.metadata;
  const lot = lotOf(lots, id)?.name ?? 'Sin lote';
  return (
    <Card title={`${lot} · ${formatDay(first.movement.date)}`}>
      {views.length === 1 ? (
        <WaitingCount view={first} lot={lot} />
      ) : (
        <Stack>
          <p>Se contó más de una vez el mismo día: si aprobás los dos, desde su hora vale el último.</p>
          {views.map((view) => (
            <section key={view.key} className={styles.other} aria-label={madeBy(view)}>
              <WaitingCount view={view} lot={lot} />
            </section>
          ))}
        </Stack>
      )}
    </Card>
  );
};

const madeBy = ({ movement, author }: MovementView): string =>
  `Contó ${author ?? 'alguien del equipo'} a las ${formatTime(movement.created_at)}`;

interface WaitingCountProps {
  readonly view: MovementView;
  readonly lot: string;
}

const WaitingCount = ({ view, lot }: WaitingCountProps) => {
  const categories = useCategories();
  const { busy, failed, call } = useOfficeCall();
  const noSignal = useNoSignal();
  const [isRejecting, setIsRejecting] = useState(false);
  const { movement } = view;
  const { text: reason, change: setReason, forget } = useDraftText(`rechazar recuento ${movement.id}`);
  const reject = async (): Promise<void> => {
    const isDone = await call(auditEndpoints.rejectAudit, movement.id, {
      ...(reason.trim() && { reason: reason.trim() }),
    });
    if (isDone) forget();
  };
  const lines = linesOf(view);
  return (
    <Stack>
      <p>{madeBy(view)}</p>
      {differs({ counted: lines }) ? null : (
        <p>
          <Badge tone="ok">Sin diferencia</Badge> Es lo que dice el libro a esa hora.
        </p>
      )}
      {movement.detail ? <p>{movement.detail}</p> : null}
      <DataTable
        caption={`Recuento de ${lot}`}
        rows={lines}
        rowKey={(line) => line.type}
        columns={[
          {
            header: 'Categoría',
            main: true,
            cell: (line) => byId(categories, line.type)?.name ?? 'Categoría eliminada',
          },
          { header: 'En el libro', numeric: true, cell: (line) => formatNumber(line.expected, 0) },
          { header: 'Contado', numeric: true, cell: (line) => formatNumber(line.count, 0) },
          { header: 'Diferencia', numeric: true, cell: (line) => signed(line.difference) },
          {
            header: 'Motivo',
            cell: (line) => auditReasons[line.reason as keyof typeof auditReasons] ?? '—',
          },
        ]}
      />
      <FailedNotice message={failed} />
      {isRejecting ? (
        <TextField label="¿Por qué se rechaza?" optional maxLength={200} value={reason} onChange={setReason} />
      ) : null}
      <Cluster>
        {isRejecting ? (
          <>
            <Button onClick={() => setIsRejecting(false)}>Volver</Button>
            <Button variant="danger" busy={busy} disabled={noSignal} onClick={reject}>
              Rechazar recuento
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="primary"
              busy={busy}
              disabled={noSignal}
              onClick={() => void call(auditEndpoints.approveAudit, movement.id)}
            >
              Aprobar recuento
            </Button>
            <Button onClick={() => setIsRejecting(true)}>Rechazar</Button>
          </>
        )}
      </Cluster>
    </Stack>
  );
};
