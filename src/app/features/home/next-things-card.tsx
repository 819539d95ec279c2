import { useState } from 'react';
import { CalendarClock, ListChecks, ReceiptText, Repeat, Tags } from 'lucide-react';
import {
  addDays,
  addMonths,
  type Category,
  counted,
  cycle as cycleThing,
  type Day,
  daysBetween,
  defaultCycleName,
  formatDay,
  formatNumber,
  isCalfAtFoot,
  isDebt,
  isInvoiceOpen,
  isInvoiceOverdue,
  kindWord,
  isTaskOverdue,
  joined,
  listOf,
  lotOf,
  monthOf,
  rodeoOf,
  sumOf,
  task as taskThing,
  waysIntoCategory,
} from '#domain';
import { RowTo, useCalm, useToday, useUserId } from '#platform';
import { Badge, Button, Card, NotYet, RowList } from '#ui';
import { nextAppointment, nextWords } from '#farm/cycle-calendar.ts';
import { concerns } from '#farm/due-work.ts';
import { runningWithdrawals } from '#farm/running-withdrawals.ts';
import type { FarmViews } from '#sync/farm.ts';
import { newestMovements } from '#farm/newest-movements.ts';

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
  const [things, isOld] = useCalm((views) => nextThings(views, today, userId), [today, userId]);
  if (!things) return <NotYet />;
  if (things.length === 0) return null;
  const isCut = !showsAll && things.length > few;
  return (
    <Card title="Lo que viene" flush isBeingCounted={isOld}>
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

interface NextThing {
  readonly key: string;
  readonly kind: 'cycle' | 'withdrawal' | 'task' | 'invoice' | 'category';
  /** Sort key; today if it has no date. */
  readonly day: Day;
  readonly isLate: boolean;
  readonly title: string;
  readonly subtitle: string;
  readonly id: string | null;
}

/** Days ahead that a cycle's date is shown; the rest uses `ahead`. */
const cycleAhead = 30;
const ahead = 7;

async function cycleThings(views: FarmViews, today: Day): Promise<readonly NextThing[]> {
  return (await views.things(cycleThing.name)).flatMap(({ row }): NextThing[] => {
    const next = nextAppointment(row, today);
    const words = nextWords(row, today);
    if (!next || words === null || next.label === 'Servicio') return [];
    if (daysBetween(today, next.from) > cycleAhead) return [];
    const subtitle = row.name || defaultCycleName(row.service_start);
    const isLate = next.to < today;
    return [{ key: `cycle ${row.id}`, kind: 'cycle', day: next.from, isLate, title: words, subtitle, id: row.id }];
  });
}

async function withdrawalThings(views: FarmViews, today: Day): Promise<readonly NextThing[]> {
  const [running, lots, rodeos] = await Promise.all([runningWithdrawals(views, today), views.lots(), views.rodeos()]);
  return running
    .filter((one) => one.until <= addDays(today, ahead))
    .map(({ movementId, lotId, rodeoId, until, products }) => ({
      key: `withdrawal ${movementId}`,
      kind: 'withdrawal',
      day: until,
      isLate: false,
      title: `Retiro hasta el ${formatDay(until)}`,
      subtitle: [listOf(products), rodeoOf(rodeos, rodeoId)?.name, lotOf(lots, lotId)?.name]
        .filter(Boolean)
        .join(' · '),
      id: movementId,
    }));
}

/** Only other people's: 'Tareas de hoy' has one's own. */
async function taskThings(views: FarmViews, today: Day, userId: string): Promise<readonly NextThing[]> {
  const late = (await views.things(taskThing.name)).filter(
    ({ row }) => isTaskOverdue(row, today) && !concerns(row, userId),
  );
  const [first] = late.toSorted((a, b) => ((a.row.due_on ?? '') < (b.row.due_on ?? '') ? -1 : 1));
  if (!first) return [];
  const title = counted(late.length, 'tarea vencida', 'tareas vencidas');
  const subtitle =
    late.length === 1 ? first.row.title : `${first.row.title} y ${counted(late.length - 1, 'más', 'más')}`;
  return [
    {
      key: 'tasks',
      kind: 'task',
      day: first.row.due_on ?? today,
      isLate: true,
      title: `${title} del equipo`,
      subtitle,
      id: null,
    },
  ];
}

const nameIn = (party: unknown): string =>
  typeof party === 'object' && party !== null && 'name' in party && typeof party.name === 'string' ? party.name : '';

async function invoiceThings(views: FarmViews, today: Day): Promise<readonly NextThing[]> {
  return (await views.invoices()).flatMap((invoice): NextThing[] => {
    const { id, due_on, direction } = invoice;
    const isDue = isInvoiceOpen(invoice) && isDebt(invoice);
    if (!isDue || due_on === null || due_on > addDays(today, ahead)) return [];
    const isLate = isInvoiceOverdue(invoice, today);
    const isOurs = direction === 'emitida';
    const title = `${kindWord(invoice.kind)} ${isLate ? 'venció' : 'vence'} el ${formatDay(due_on)}`;
    const other = nameIn(isOurs ? invoice.recipient : invoice.issuer);
    const subtitle = joined(other, isOurs ? 'por cobrar' : 'por pagar');
    return [{ key: `invoice ${id}`, kind: 'invoice', day: due_on, isLate, title, subtitle, id }];
  });
}

async function categoryThings(views: FarmViews, today: Day): Promise<readonly NextThing[]> {
  return (await recategorizations(views, today)).map(({ category, next, heads }) => ({
    key: `category ${category.id}`,
    kind: 'category',
    day: today,
    isLate: false,
    title: `Recategorizar ${category.name}`,
    subtitle: `${formatNumber(heads, 0)} cab. ya tienen edad de ${next.name}`,
    id: null,
  }));
}

/** What is due soon: cycles, withdrawals, overdue tasks, invoices, animals past their category's age (domain.md §2.15). */
export async function nextThings(views: FarmViews, today: Day, userId: string): Promise<readonly NextThing[]> {
  const all = await Promise.all([
    cycleThings(views, today),
    withdrawalThings(views, today),
    taskThings(views, today, userId),
    invoiceThings(views, today),
    categoryThings(views, today),
  ]);
  return all.flat().toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const recordsAtMost = 1_000;

/** Animals longer in a category than it lasts (domain.md §2.4: ages only suggest). */
interface Recategorization {
  readonly category: Category;
  readonly next: Category;
  readonly heads: number;
}

type Views = Pick<FarmViews, 'page' | 'stock' | 'categories'>;

/** Heads that did not enter a category within its span. Calves at foot are weaned instead. */
async function recategorizations(views: Views, today: Day): Promise<readonly Recategorization[]> {
  const [categories, stock] = await Promise.all([views.categories(), views.stock()]);
  const found = categories.map(async (category): Promise<Recategorization | null> => {
    const { max_age_months: until, min_age_months: since, next_id } = category;
    const next = categories.find((other) => other.id === next_id && other.active);
    const heads = sumOf(stock, (cell) => (cell.category === category.id ? cell.head : 0));
    if (until === null || !next || heads <= 0 || isCalfAtFoot(category)) return null;
    const old = heads - (await cameIn(views, category.id, monthsBefore(today, until - (since ?? 0))));
    return old > 0 ? { category, next, heads: old } : null;
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

const monthsBefore = (today: Day, months: number): Day => `${addMonths(monthOf(today), -months)}-01`;

async function cameIn(views: Views, categoryId: string, from: Day): Promise<number> {
  const lists = await Promise.all(
    waysIntoCategory.map((type) => newestMovements(views, { types: [type], from }, recordsAtMost)),
  );
  const gained = lists
    .flat()
    .map(({ lines }) => sumOf(lines, (line) => (line.category === categoryId ? line.head : 0)));
  return sumOf(gained, (heads) => Math.max(0, heads));
}
