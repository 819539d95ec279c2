import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { formatInstant, formatPhone, joined } from '#domain';
import { classes, EmptyState, PageHeading } from '#ui';
import { AudioMessage, FileMessage } from './file-message.tsx';
import styles from './conversations.module.css';
import { More, usePages } from './pages.tsx';

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
