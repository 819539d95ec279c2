import { failureWords } from '#farm/failure-words.ts';
import { Pencil, RotateCw, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PendingView } from '#sync/farm.ts';
import { Button, Cluster, IconButton, Notice, Row, RowList, StateBadge } from '#ui';
import { share, useFarm, useFarmStatus, useLive } from '#platform';
import { useRefusedParts } from '#farm/queued-record.tsx';
import { DiscardDialog, discardedBy } from './queued-row.tsx';
import styles from './pending.module.css';
import { type AttachmentType, attachmentTypes, formatDay, formatInstant, timesBy } from '#domain';
import { useTry } from '#forms';
import { useMinute } from '#farm/waiting-age.ts';
import { type FutureRecord, futureRecords } from './future-records.ts';
import type { RefusedBlob } from '#sync/blobs/farm-blobs.ts';
import { useRefusedAttachments } from '#farm/attachments/to-send.ts';

interface FailedRecordsProps {
  readonly items: readonly PendingView[];
  readonly onCorrect?: ((opId: string) => void) | undefined;
}

/** Refused records with reason and actions. */
export const FailedRecords = ({ items, onCorrect }: FailedRecordsProps) =>
  items.length === 0 ? null : (
    <>
      <FutureDates />
      <RowList label="Con error" edged>
        {items.map((item) => (
          <li key={item.opId}>
            <Failed item={item} onCorrect={onCorrect} />
          </li>
        ))}
      </RowList>
    </>
  );

interface FailedProps {
  readonly item: PendingView;
  readonly onCorrect?: ((opId: string) => void) | undefined;
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

/** Offers to correct, at once, records refused because this clock runs ahead. */
const FutureDates = () => {
  const farm = useFarm();
  const { skewMs } = useFarmStatus();
  const nowMs = useMinute();
  const records = useLive((views) => futureRecords(views, skewMs, nowMs), [skewMs, nowMs]) ?? [];
  const correct = useTry(async () => {
    let failed: string | null = null;
    for (const { opId, payload, to } of records) {
      const saved = await farm.acts.correct(opId, { ...payload, date: to });
      if (!saved.ok) failed = failureWords(saved.problem);
    }
    return failed;
  });
  if (records.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title="La fecha de este dispositivo está adelantada"
      action={
        <Button busy={correct.busy} onClick={correct.run}>
          {records.length === 1 ? 'Corregir la fecha de este registro' : `Corregir la fecha de estos ${records.length}`}
        </Button>
      }
    >
      Se envían con la fecha que era: {spansOf(records).join('; ')}.{correct.failed ? ` ${correct.failed}` : ''}
    </Notice>
  );
};

/** `2 del 23/11/2026 al 21/11/2026`. */
function spansOf(records: readonly FutureRecord[]): string[] {
  const times = timesBy(records, ({ from, to }) => `del ${formatDay(from)} al ${formatDay(to)}`);
  return [...times].map(([span, count]) => `${count} ${span}`);
}

const endingOf = (type: string): string => attachmentTypes[type as AttachmentType];
const titles = { photo: 'Foto', voice: 'Audio', paper: 'Archivo de factura' } as const;

/** Refused attachments stay until a person decides. */
export const RefusedFiles = () => useRefusedAttachments().map((blob) => <RefusedFile key={blob.digest} blob={blob} />);

const RefusedFile = ({ blob: { digest, kind, name, addedAt, message } }: { readonly blob: RefusedBlob }) => {
  const farm = useFarm();
  const [discarding, setDiscarding] = useState(false);
  const title = titles[kind];
  const copy = async (): Promise<void> => {
    const opened = await farm.blobs.open(digest);
    if (opened.is === 'here')
      await share(name ?? `tranquera-${digest.slice(0, 8)}.${endingOf(opened.type)}`, opened.bytes, opened.type);
  };
  return (
    <Row
      title={title}
      subtitle={
        <>
          {name === null ? '' : `${name} · `}
          {`Guardad${kind === 'photo' ? 'a' : 'o'} el ${formatInstant(addedAt)}`}
          <br />
          <strong>{message}</strong>
        </>
      }
      right={<StateBadge state="failed" />}
      actions={
        <Cluster>
          <Button compact onClick={copy}>
            Compartir copia
          </Button>
          <Button compact variant="danger" onClick={() => setDiscarding(true)}>
            Descartar
          </Button>
          <DiscardDialog
            open={discarding}
            subject={kind}
            what={`${name ?? title} del ${formatInstant(addedAt)}`}
            onClose={() => setDiscarding(false)}
            onDiscard={() => void farm.blobs.discard(digest)}
          />
        </Cluster>
      }
    />
  );
};
