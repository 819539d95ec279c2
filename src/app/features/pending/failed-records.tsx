import { useState } from 'react';
import type { PendingView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useFarm } from '../../frame/farm-context.tsx';
import { share } from '../../frame/share.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { FutureDates } from './future-dates.tsx';

interface FailedRecordsProps {
  readonly items: readonly PendingView[];
  readonly onCorrect?: (opId: string) => void;
}

/** Records that the server refused, each with its reason and what can be done about it. */
export const FailedRecords = ({ items, onCorrect }: FailedRecordsProps) =>
  items.length === 0 ? null : (
    <>
      <FutureDates />
      <RowList label="Con error" edged>
        {items.map((item) => (
          <li key={item.opId}>
            <Failed item={item} {...(onCorrect && { onCorrect })} />
          </li>
        ))}
      </RowList>
    </>
  );

interface FailedProps {
  readonly item: PendingView;
  readonly onCorrect?: (opId: string) => void;
}

const Failed = ({ item, onCorrect }: FailedProps) => {
  const farm = useFarm();
  const [discarding, setDiscarding] = useState(false);
  const copy = JSON.stringify(
    { registro: item.title, detalle: item.summary, cargado: item.recordedAt, motivo: item.problem?.message },
    null,
    2,
  );
  return (
    <Row
      title={item.title}
      subtitle={
        <>
          {item.summary}
          <br />
          <strong>{item.problem?.message}</strong>
          {item.problem?.issues
            .filter((issue) => issue.message !== item.problem?.message)
            .map((issue) => (
              <span key={`${issue.path} ${issue.message}`}>
                <br />
                {issue.message}
              </span>
            ))}
        </>
      }
      right={<StateBadge state="failed" />}
      actions={
        <Cluster>
          {item.canCorrect && onCorrect ? (
            <Button compact onClick={() => onCorrect(item.opId)}>
              Corregir
            </Button>
          ) : null}
          <Button compact onClick={() => void farm.acts.retry(item.opId)}>
            Reintentar
          </Button>
          <Button compact onClick={() => void share('tranquera-registro.json', copy)}>
            Compartir copia
          </Button>
          <Button compact variant="danger" onClick={() => setDiscarding(true)}>
            Descartar
          </Button>
          <DiscardDialog
            open={discarding}
            what={`${item.title} · ${item.summary}`}
            onClose={() => setDiscarding(false)}
            onDiscard={() => void farm.acts.discard(item.opId)}
          />
        </Cluster>
      }
    />
  );
};
