import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { endpoints } from '#contract/endpoints.ts';
import { counted, formatInstant, formatPhone, joined } from '#domain';
import { RowTo } from '#platform';
import { AppBar, AppShell, Badge, Card, classes, EmptyState, PageHeading, RowList } from '#ui';
import styles from './conversations.module.css';
import { More, usePages } from './pages.tsx';
import { problems } from '#contract/problems.ts';
import { AudioMessage, FileMessage } from './file-message.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

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
