import { Pencil, RotateCw, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PendingView } from '#sync/farm.ts';
import { Button, IconButton, Row, RowList } from '#ui';
import { share, useFarm } from '#platform';
import { useRefusedParts } from '#farm/queued-record.tsx';
import { DiscardDialog, discardedBy } from './discard-dialog.tsx';
import { FutureDates } from './future-dates.tsx';
import styles from './pending.module.css';

interface FailedRecordsProps {
  readonly items: readonly PendingView[];
  readonly onCorrect?: (opId: string) => void;
}

/** Refused records with reason and actions. */
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
  const { named, parts } = useRefusedParts(item);
  const [discarding, setDiscarding] = useState(false);
  const copy = JSON.stringify(
    { registro: item.title, detalle: item.summary, cargado: item.recordedAt, motivo: item.problem?.message },
    null,
    2,
  );
  const said = item.problem?.message;
  return (
    <div className={styles.failed}>
      <Row {...parts} />
      <div className={styles.reason}>
        <p>{said}</p>
        {item.problem?.issues
          .filter((issue) => issue.message !== said)
          .map((issue) => (
            <p key={`${issue.path} ${issue.message}`}>{issue.message}</p>
          ))}
      </div>
      <div className={styles.acts}>
        {item.canCorrect && onCorrect ? (
          <Button
            compact
            aria-label={`Corregir: ${named}`}
            icon={<Pencil size={22} />}
            onClick={() => onCorrect(item.opId)}
          >
            Corregir
          </Button>
        ) : null}
        <IconButton
          variant="default"
          label="Reintentar"
          of={named}
          icon={<RotateCw size={22} />}
          onClick={() => void farm.acts.retry(item.opId)}
        />
        <IconButton
          variant="default"
          label="Compartir copia"
          of={named}
          icon={<Share2 size={22} />}
          onClick={() => void share('tranquera-registro.json', copy)}
        />
        <IconButton
          variant="default"
          className={styles.danger}
          label="Descartar"
          of={named}
          icon={<Trash2 size={22} />}
          onClick={() => setDiscarding(true)}
        />
      </div>
      <DiscardDialog
        open={discarding}
        subject={discardedBy[item.act]}
        what={named}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void farm.acts.discard(item.opId)}
      />
    </div>
  );
};
