import { noteName } from '#domain';
import { BellRing, ClipboardCheck, ListChecks, StickyNote } from 'lucide-react';
import { useDueTasks, useNotesToSee, useReviewCount } from '#farm/due-work.ts';
import { RowTo, useFarmStatus } from '#platform';
import { Badge, Card, NotYet, RowList } from '#ui';
import styles from './tasks.module.css';

/** What waits for this person (ux.md §4.8, Inicio): due tasks, reminders, unread notes, reviews. */
export const DueCard = () => {
  const [due, reviews, notes] = [useDueTasks(), useReviewCount(), useNotesToSee()];
  const { ready } = useFarmStatus();
  // A first load may take minutes, and says so further down.
  if (due === undefined || reviews === undefined || !notes) return ready ? <NotYet /> : null;
  const { unseen, reminders } = notes;
  if (due + reviews + unseen + reminders.length === 0) return null;
  return (
    <Card flush>
      <RowList label="Para hoy">
        {due > 0 ? (
          <li>
            <RowTo
              to="/tasks"
              icon={<ListChecks size={26} />}
              title="Tareas de hoy"
              right={<Badge tone="warn">{due}</Badge>}
            />
          </li>
        ) : null}
        {reminders.map((note) => (
          <li key={note.id}>
            <RowTo
              to="/notes"
              search={{ hoja: note.id }}
              icon={<BellRing size={26} />}
              title={<span className={styles.noteWords}>{noteName(note)}</span>}
              subtitle="Para recordar"
            />
          </li>
        ))}
        {unseen > 0 ? (
          <li>
            <RowTo
              to="/notes"
              icon={<StickyNote size={26} />}
              title={unseen === 1 ? 'Nota sin leer' : 'Notas sin leer'}
              right={<Badge tone="warn">{unseen}</Badge>}
            />
          </li>
        ) : null}
        {reviews > 0 ? (
          <li>
            <RowTo
              to="/dashboard"
              search={{ revisar: 1 }}
              icon={<ClipboardCheck size={26} />}
              title="A revisar"
              right={<Badge tone="warn">{reviews}</Badge>}
            />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};
