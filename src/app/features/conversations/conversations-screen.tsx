import { ArrowLeft, Download, FileText, Image, MessagesSquare, Play, ReceiptText } from 'lucide-react';
import { endpoints } from '#contract/endpoints.ts';
import { counted, fileTypes, formatInstant, formatPhone, joined } from '#domain';
import { FailedNotice, RowTo, share, useMay, useSession } from '#platform';
import { AppBar, AppShell, Badge, Button, Card, classes, Cluster, EmptyState, PageHeading, RowList } from '#ui';
import { More, usePages } from './pages.tsx';
import { problems } from '#contract/problems.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { fillPath } from '#contract/endpoint.ts';
import { keepShared } from '#sync/blobs/forwarded-files.ts';
import { useTry } from '#forms';
import { callFailureOf } from '#session/ask.ts';
import styles from './conversations.module.css';

/** WhatsApp conversations; super admin only, and each look is logged (domain.md §2.13). */
export const ConversationsScreen = () => {
  const list = usePages(endpoints.conversations);
  const threads = list.pages.flatMap((page) => page.conversations);
  const isEmpty = list.pages.length > 0 && threads.length === 0;
  return (
    <>
      <PageHeading title="Conversaciones">
        <p>Solo lectura. Cada consulta queda registrada.</p>
      </PageHeading>
      {isEmpty ? (
        <EmptyState icon={<MessagesSquare size={48} />}>
          Todavía no hay conversaciones. Aparecen cuando alguien le escribe a Tranquera por WhatsApp.
        </EmptyState>
      ) : null}
      {threads.length > 0 ? (
        <Card flush>
          <RowList label="Conversaciones">
            {threads.map((thread) => (
              <li key={thread.id}>
                <RowTo
                  to="/conversations/$id"
                  params={{ id: thread.id }}
                  title={thread.user_name ?? formatPhone(thread.phone)}
                  subtitle={
                    <>
                      <span className={styles.last}>{thread.last_message ?? 'Mensaje de voz'}</span>
                      {joined(
                        thread.organization_name,
                        thread.user_name === null ? 'Número desconocido' : formatPhone(thread.phone),
                      )}
                    </>
                  }
                  right={
                    <>
                      {formatInstant(thread.last_at)}
                      {thread.unread > 0 ? <Badge tone="info">{counted(thread.unread, 'nuevo')}</Badge> : null}
                    </>
                  }
                />
              </li>
            ))}
          </RowList>
        </Card>
      ) : null}
      <More list={list} />
    </>
  );
};

const states: Readonly<Record<string, string>> = {
  received: 'Recibido',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No se pudo entregar',
};

interface ConversationScreenProps {
  readonly id: string;
  /** Opens a new invoice of the open farm with a shared file. */
  readonly onInvoice: (shared: string) => void;
}

export const ConversationScreen = ({ id, onInvoice }: ConversationScreenProps) => {
  const list = usePages(endpoints.conversation, { id });
  const [first] = list.pages;
  const thread = first?.conversation;
  if (list.failed?.code === 'NOT_FOUND') {
    return (
      <>
        <PageHeading title="Conversación" />
        <EmptyState>{problems.NOT_FOUND.message}</EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeading title={thread ? (thread.user_name ?? formatPhone(thread.phone)) : 'Conversación'}>
        {thread ? <p>{joined(formatPhone(thread.phone), thread.organization_name)}</p> : null}
      </PageHeading>
      <ol className={styles.thread} aria-label="Mensajes">
        {list.pages
          .flatMap((page) => page.messages)
          .map((message) => (
            <li key={message.id} className={classes(styles.bubble, message.direction === 'out' && styles.out)}>
              <p className={styles.who}>
                {message.direction === 'out' ? 'Tranquera' : (thread?.user_name ?? 'Quien escribe')}
              </p>
              {message.text ? (
                <p className={classes(styles.text, message.missing && styles.missing)}>{message.text}</p>
              ) : null}
              {message.file ? (
                <FileMessage
                  threadId={id}
                  file={message.file}
                  text={message.text}
                  organizationId={thread?.organization_id ?? null}
                  onInvoice={onInvoice}
                />
              ) : null}
              {message.audio_id ? <AudioMessage id={message.audio_id} /> : null}
              <p className={styles.meta}>
                <time dateTime={message.at}>{formatInstant(message.at)}</time> · {states[message.state]}
                {message.movement_id ? ' · Generó un registro' : ''}
              </p>
            </li>
          ))}
      </ol>
      <More list={list} />
    </>
  );
};

interface OperatorShellProps {
  readonly back: '/dashboard' | '/conversations';
  readonly children: ReactNode;
}

/** Frame of the platform's screens, which belong to no farm. */
export const OperatorShell = ({ back, children }: OperatorShellProps) => (
  <AppShell
    top={
      <AppBar
        start={
          <Link to={back} className={styles.back}>
            <ArrowLeft size={26} />
            {back === '/conversations' ? 'Conversaciones' : 'Inicio'}
          </Link>
        }
      />
    }
  >
    {children}
  </AppShell>
);

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

const FileMessage = ({ threadId, file: { id, type }, text, organizationId, onInvoice }: FileMessageProps) => {
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
  // Stored like a file shared by another app (sw/sw.ts), for the form to pick up.
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

const AudioMessage = ({ id }: { readonly id: string }) => {
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
