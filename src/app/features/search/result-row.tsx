import { Boxes, Fence, FileText, ListChecks, Repeat, StickyNote, Tags, Tractor, UserRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type DescribedName, thingOf } from '#domain';
import { RowTo } from '#platform';
import { screenOf } from '#farm/things/screen-of.ts';
import { sendBadge } from '#farm/movement-row.tsx';
import { MovementIcon } from '#ui';
import type { Entry, Subject } from './entries.ts';

const icons: Readonly<Record<DescribedName | 'member', ReactNode>> = {
  lot: <Fence size={26} />,
  rodeo: <MovementIcon name="herd" size={26} />,
  campo: <Tractor size={26} />,
  task: <ListChecks size={26} />,
  asset: <Boxes size={26} />,
  note: <StickyNote size={26} />,
  cycle: <Repeat size={26} />,
  invoice: <FileText size={26} />,
  member: <UserRound size={26} />,
  category: <Tags size={26} />,
};

type Parts = Pick<ComponentProps<typeof RowTo>, 'icon' | 'title' | 'subtitle' | 'right'>;
type Way = (id: string, parts: Parts) => ReactNode;

/** Screen of a described thing, or its sheet over the list. */
const ways: Readonly<Record<DescribedName | 'member', Way>> = {
  lot: (id, parts) => <RowTo to="/lots/$id" params={{ id }} {...parts} />,
  rodeo: (id, parts) => <RowTo to="/rodeos/$id" params={{ id }} {...parts} />,
  campo: (id, parts) => <RowTo to="/lots" search={{ campo: id }} {...parts} />,
  asset: (id, parts) => <RowTo to="/stock/$id" params={{ id }} {...parts} />,
  cycle: (id, parts) => <RowTo to="/ciclos-reproductivos/$id" params={{ id }} {...parts} />,
  invoice: (id, parts) => <RowTo to="/billing/$id" params={{ id }} {...parts} />,
  task: (id, parts) => <RowTo to="/tasks" search={{ hoja: id }} {...parts} />,
  note: (id, parts) => <RowTo to="/notes" search={{ hoja: id }} {...parts} />,
  member: (id, parts) => <RowTo to="/work-team" search={{ hoja: id }} {...parts} />,
  category: (id, parts) => <RowTo to="/configuration" search={{ seccion: 'categorias', hoja: id }} {...parts} />,
};

const isDescribed = (subject: Subject): subject is DescribedName | 'member' => subject in ways;

export const ResultRow = ({ found }: { readonly found: Entry }) => {
  const { subject, id, title, subtitle, state } = found;
  const thing = isDescribed(subject) ? null : thingOf(subject);
  const parts = {
    icon: isDescribed(subject) ? icons[subject] : <MovementIcon name={thing?.icon ?? 'dot'} size={26} />,
    title,
    subtitle,
    right: sendBadge(state),
  };
  return isDescribed(subject) ? (
    ways[subject](id, parts)
  ) : (
    <RowTo to={screenOf(thing)} search={{ hoja: id }} {...parts} />
  );
};
