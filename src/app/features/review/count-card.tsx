import { useState } from 'react';
import { auditEndpoints } from '../../../contract/endpoints/assets.ts';
import { formatDay } from '../../../domain/dates.ts';
import { auditReasons, type CountedLine } from '../../../domain/movements/audit.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useKeptText } from '../../frame/kept-text.ts';
import { useNoSignal } from '../../frame/needs-signal.tsx';
import type { MovementView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOfficeCall } from './use-calls.ts';

/** Whether a movement is a count that a hand handed in and nobody has decided on. */
export const isWaitingCount = ({ movement }: Pick<MovementView, 'movement'>): boolean =>
  movement.type === 'AUDIT_RECORD' && movement.metadata['state'] === 'pendiente' && !movement.deleted;

const linesOf = ({ movement }: MovementView): readonly CountedLine[] => {
  const counted = movement.metadata['counted'];
  return Array.isArray(counted) ? (counted as CountedLine[]) : [];
};

const signed = (heads: number): string =>
  heads === 0 ? '0' : `${heads > 0 ? '+' : '−'}${formatNumber(Math.abs(heads), 0)}`;

/** A count that waits: what the book said, what was counted, and the two answers (domain.md §3.7). */
export const CountCard = ({ view }: { readonly view: MovementView }) => {
  const categories = useLive((views) => views.categories());
  const lots = useLive((views) => views.lots());
  const { busy, failed, call } = useOfficeCall();
  const noSignal = useNoSignal();
  const [isRejecting, setIsRejecting] = useState(false);
  const { movement, author } = view;
  const { text: reason, change: setReason, forget } = useKeptText(`rechazar recuento ${movement.id}`);
  const reject = async (): Promise<void> => {
    const isDone = await call(auditEndpoints.rejectAudit, movement.id, {
      ...(reason.trim() && { reason: reason.trim() }),
    });
    if (isDone) forget();
  };
  const lot = lots?.find((one) => one.lot.id === movement.metadata.lot_id)?.lot.name ?? 'Sin lote';
  return (
    <Card title={`${lot} · ${formatDay(movement.date)}`}>
      <Stack>
        <p>{`Contó ${author ?? 'alguien del equipo'}`}</p>
        {movement.detail ? <p>{movement.detail}</p> : null}
        <DataTable
          caption={`Recuento de ${lot}`}
          rows={linesOf(view)}
          rowKey={(line) => line.type}
          columns={[
            {
              key: 'category',
              header: 'Categoría',
              main: true,
              cell: (line) => categories?.find((one) => one.id === line.type)?.name ?? 'Categoría eliminada',
            },
            { key: 'expected', header: 'En el libro', numeric: true, cell: (line) => formatNumber(line.expected, 0) },
            { key: 'count', header: 'Contado', numeric: true, cell: (line) => formatNumber(line.count, 0) },
            { key: 'difference', header: 'Diferencia', numeric: true, cell: (line) => signed(line.difference) },
            {
              key: 'reason',
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
              <Button variant="danger" busy={busy} disabled={noSignal} onClick={() => void reject()}>
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
    </Card>
  );
};
