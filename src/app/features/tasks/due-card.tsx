import { ClipboardCheck, ListChecks } from 'lucide-react';
import { roleMay } from '../../../domain/people/permissions.ts';
import { useDueTasks } from '../../frame/due-tasks.ts';
import { RowTo } from '../../frame/links.tsx';
import { useReviewCount } from '../../frame/review-count.ts';
import { useSession } from '../../frame/session-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RowList } from '../../ui/row.tsx';

/** What waits for this person, on the first screen (ux.md §4.8, Inicio): tasks due by today, and what the office has to look at. */
export const DueCard = () => {
  const { state } = useSession();
  const due = useDueTasks() ?? 0;
  const marked = useReviewCount() ?? 0;
  const reviews = roleMay(state.role ?? 'user', 'review') ? marked : 0;
  if (due + reviews === 0) return null;
  return (
    <Card flush>
      <RowList label="Para hoy">
        {due > 0 ? (
          <li>
            <RowTo
              to="/tasks"
              icon={<ListChecks size={26} aria-hidden />}
              title="Tareas de hoy"
              right={<Badge tone="warn">{due}</Badge>}
            />
          </li>
        ) : null}
        {reviews > 0 ? (
          <li>
            <RowTo
              to="/dashboard"
              search={{ revisar: 1 }}
              icon={<ClipboardCheck size={26} aria-hidden />}
              title="A revisar"
              right={<Badge tone="warn">{reviews}</Badge>}
            />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};
