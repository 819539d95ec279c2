import { useState } from 'react';
import { type AttachmentType, attachmentTypes, formatInstant } from '#domain';
import { useRefusedAttachments } from '#farm/attachments/to-send.ts';
import { share, useFarm } from '#platform';
import type { RefusedBlob } from '#sync/blobs/farm-blobs.ts';
import { Button, Cluster, Row, StateBadge } from '#ui';
import { DiscardDialog } from './queued-row.tsx';

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
