import { Download, FileText, Image } from 'lucide-react';
import { fillPath } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fileTypes } from '#domain';
import { FailedNotice, share } from '#platform';
import { keepShared } from '#sync/blobs/forwarded-files.ts';
import { Button, Cluster } from '#ui';
import styles from './conversations.module.css';
import { useFetchedFile } from './fetched-file.ts';
import { ToInvoice } from './to-invoice.tsx';

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

/** Picture or document of a conversation: can be saved, or become an invoice. */
export const FileMessage = ({ threadId, file: { id, type }, text, organizationId, onInvoice }: FileMessageProps) => {
  const path = fillPath(endpoints.conversationFile.path, { id: threadId, fileId: id });
  const { fetched, busy, failed, get } = useFetchedFile(path);
  const isPicture = type.startsWith('image/');
  const word = isPicture ? 'foto' : 'documento';
  if (fetched === null) {
    const Icon = isPicture ? Image : FileText;
    return (
      <>
        <Button compact busy={busy} icon={<Icon size={22} />} onClick={() => void get()}>
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
        <Button compact icon={<Download size={22} />} onClick={() => void save()}>
          Guardar {word}
        </Button>
      </Cluster>
    </>
  );
};
