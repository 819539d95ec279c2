import { useState } from 'react';
import { CalendarClock, ListChecks, ReceiptText, Repeat, Tags } from 'lucide-react';
import { counted } from '#domain';
import { RowTo, useCalm, useToday, useUserId } from '#platform';
import { Badge, Button, Card, RowList } from '#ui';
import { type NextThing, nextThings } from './next-things.ts';

const few = 5;

const icons = {
  cycle: Repeat,
  withdrawal: CalendarClock,
  task: ListChecks,
  invoice: ReceiptText,
  category: Tags,
} as const;

export const NextThingsCard = () => {
  const today = useToday();
  const userId = useUserId();
  const [showsAll, setShowsAll] = useState(false);
  const things = useCalm((views) => nextThings(views, today, userId), [today, userId]);
  if (!things || things.length === 0) return null;
  const isCut = !showsAll && things.length > few;
  return (
    <Card title="Lo que viene" flush>
      <RowList label="Lo que viene">
        {(isCut ? things.slice(0, few) : things).map((thing) => (
          <li key={thing.key}>
            <Thing thing={thing} />
          </li>
        ))}
      </RowList>
      {isCut ? (
        <Button variant="quiet" wide onClick={() => setShowsAll(true)}>
          {`Ver ${counted(things.length - few, 'más', 'más')}`}
        </Button>
      ) : null}
    </Card>
  );
};

const Thing = ({ thing: { kind, title, subtitle, isLate, id } }: { readonly thing: NextThing }) => {
  const Icon = icons[kind];
  const parts = {
    icon: <Icon size={26} />,
    title,
    subtitle,
    right: isLate ? <Badge tone="danger">Vencido</Badge> : undefined,
  };
  if (kind === 'cycle' && id !== null) return <RowTo to="/ciclos-reproductivos/$id" params={{ id }} {...parts} />;
  if (kind === 'withdrawal' && id !== null) return <RowTo to="/data/$id" params={{ id }} {...parts} />;
  if (kind === 'invoice' && id !== null) return <RowTo to="/billing/$id" params={{ id }} {...parts} />;
  if (kind === 'task') return <RowTo to="/tasks" {...parts} />;
  return <RowTo to="." search={(before) => ({ ...before, registrar: 'recategorization' })} {...parts} />;
};
