import { endpoints } from '../../../contract/endpoints.ts';
import { problems } from '../../../contract/problems.ts';
import { formatInstant } from '../../../domain/dates.ts';
import { formatPhone } from '../../../domain/people/phone.ts';
import { classes } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AudioMessage } from './audio-message.tsx';
import styles from './conversations.module.css';
import { More } from './more.tsx';
import { usePages } from './use-pages.ts';

const states: Readonly<Record<string, string>> = {
  received: 'Recibido',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No se pudo entregar',
};

/** One conversation from its beginning: what was written and said, and which record came of it. Read only. */
export const ConversationScreen = ({ id }: { readonly id: string }) => {
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
        {thread ? <p>{[formatPhone(thread.phone), thread.organization_name].filter(Boolean).join(' · ')}</p> : null}
      </PageHeading>
      <ol className={styles.thread} aria-label="Mensajes">
        {list.pages
          .flatMap((page) => page.messages)
          .map((message) => (
            <li key={message.id} className={classes(styles.bubble, message.direction === 'out' && styles.out)}>
              <p className={styles.who}>
                {message.direction === 'out' ? 'Tranquera' : (thread?.user_name ?? 'Quien escribe')}
              </p>
              {message.text ? <p className={styles.text}>{message.text}</p> : null}
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
