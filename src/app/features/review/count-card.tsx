import { auditReasons, byId, type CountedLine, differs, formatDay, formatNumber, formatTime, lotOf } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { useState } from 'react';
import { auditEndpoints } from '#contract/endpoints/assets.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { FailedNotice, useCategories, useLots, useNoSignal } from '#platform';
import { useDraftText } from '#forms';
import { Badge, Button, Card, Cluster, DataTable, Stack, TextField } from '#ui';
import styles from './review.module.css';
import { useOfficeCall } from './use-calls.ts';

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
export function countsTogether(counts: readonly MovementView[]): readonly (readonly MovementView[])[] {
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
export const isWaitingCount = ({ movement }: Pick<MovementView, 'movement'>): boolean =>
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
