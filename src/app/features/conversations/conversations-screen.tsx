import { MessagesSquare } from 'lucide-react';
import { endpoints } from '#contract/endpoints.ts';
import { counted, formatInstant, formatPhone, joined } from '#domain';
import { RowTo } from '#platform';
import { Badge, Card, EmptyState, PageHeading, RowList } from '#ui';
import styles from './conversations.module.css';
import { More, usePages } from './pages.tsx';

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
