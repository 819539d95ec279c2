import { Download, FileText, Image, Play, ReceiptText } from 'lucide-react';
import { fillPath } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fileTypes } from '#domain';
import { FailedNotice, share, useMay, useSession } from '#platform';
import { keepShared } from '#sync/blobs/forwarded-files.ts';
import { Button, Cluster } from '#ui';
import styles from './conversations.module.css';
import { useEffect, useState } from 'react';
import { useTry } from '#forms';
import { callFailureOf } from '#session/ask.ts';

interface FileMessageProps {
  readonly threadId: string;
  readonly file: { readonly id: string; readonly type: string };
  /** A document's first line is its name. */
  readonly text: string | null;
  readonly organizationId: string | null;
  readonly onInvoice: (shared: string) => void;
}

const endings: Readonly<Record<string, string>> = fileTypes;

const nameOf = (text: string | null, isPicture: boolean, ending: string): string => {
  const said = isPicture
    ? ''
    : (text?.split('\n')[0] ?? '').replace(/[^\p{L}\p{N} ._-]/gu, '').replace(/\.\w{1,5}$/, '');
  return `${said.trim() || (isPicture ? 'foto' : 'documento')}.${ending}`;
};

export const FileMessage = ({ threadId, file: { id, type }, text, organizationId, onInvoice }: FileMessageProps) => {
  const path = fillPath(endpoints.conversationFile.path, { id: threadId, fileId: id });
  const { fetched, busy, failed, get } = useFetchedFile(path);
  const isPicture = type.startsWith('image/');
  const word = isPicture ? 'foto' : 'documento';
  if (fetched === null) {
    const Icon = isPicture ? Image : FileText;
    return (
      <>
        <Button compact busy={busy} icon={<Icon size={22} />} onClick={get}>
          Ver {word}
        </Button>
        <FailedNotice message={failed} />
      </>
    );
  }
  const { file, url } = fetched;
  const name = nameOf(text, isPicture, endings[type] ?? (type === 'image/webp' ? 'webp' : 'bin'));
  const save = async (): Promise<void> => await share(name, new Uint8Array(await file.arrayBuffer()), type);
  // Stored like a file shared by another app (sw/share-target.ts), for the form to pick up.
  const toInvoice = async (): Promise<void> => {
    const shared = crypto.randomUUID();
    await keepShared(caches, shared, [new File([file], name, { type })], Date.now());
    onInvoice(shared);
  };
  return (
    <>
      {isPicture ? <img className={styles.picture} src={url} alt="Foto de la conversación" /> : null}
      {isPicture ? null : <p className={styles.text}>{name}</p>}
      <Cluster>
        {type in endings ? <ToInvoice organizationId={organizationId} onInvoice={toInvoice} /> : null}
        <Button compact icon={<Download size={22} />} onClick={save}>
          Guardar {word}
        </Button>
      </Cluster>
    </>
  );
};

function fileIn(body: unknown): Blob | null {
  const { file } = body as { readonly file?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } };
  return file ? new Blob([file.bytes], { type: file.type }) : null;
}

/** A file and its object URL, revoked once unused. */
interface Fetched {
  readonly file: Blob;
  readonly url: string;
}

/** Fetches on demand, as each look is logged; by the session, as a plain URL has no token. */
function useFetchedFile(path: string) {
  const { session } = useSession();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const url = fetched?.url ?? null;
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  const get = useTry(async () => {
    const reply = await session.call({ method: 'GET', path });
    const found = reply.outcome === 'answer' ? fileIn(reply.body) : null;
    if (!found) return callFailureOf(reply).message;
    setFetched({ file: found, url: URL.createObjectURL(found) });
    return null;
  });
  return { fetched, busy: get.busy, failed: get.failed, get: get.run };
}

export const AudioMessage = ({ id }: { readonly id: string }) => {
  const { fetched, busy, failed, get } = useFetchedFile(fillPath(endpoints.audio.path, { id }));
  if (fetched !== null) {
    return (
      <audio className={styles.audio} controls autoPlay src={fetched.url} aria-label="Mensaje de voz">
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <>
      <Button compact busy={busy} icon={<Play size={22} />} onClick={get}>
        Escuchar mensaje de voz
      </Button>
      <FailedNotice message={failed} />
    </>
  );
};

interface ToInvoiceProps {
  /** The conversation's farm: only its own books may take the invoice. */
  readonly organizationId: string | null;
  readonly onInvoice: () => Promise<void>;
}

export const ToInvoice = ({ organizationId, onInvoice }: ToInvoiceProps) => {
  const { state } = useSession();
  const seesMoney = useMay('see-money');
  return seesMoney && organizationId !== null && organizationId === state.selectedId ? (
    <Button compact icon={<ReceiptText size={22} />} onClick={onInvoice}>
      Cargar como factura
    </Button>
  ) : null;
};
