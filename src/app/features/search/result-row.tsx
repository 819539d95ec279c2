import { Boxes, Fence, FileText, ListChecks, Repeat, StickyNote, Tags, Tractor, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { Entry, Subject } from './entries.ts';

const icons: Readonly<Record<Subject, ReactNode>> = {
  lot: <Fence size={26} aria-hidden />,
  rodeo: <MovementIcon name="herd" size={26} />,
  campo: <Tractor size={26} aria-hidden />,
  task: <ListChecks size={26} aria-hidden />,
  asset: <Boxes size={26} aria-hidden />,
  note: <StickyNote size={26} aria-hidden />,
  cycle: <Repeat size={26} aria-hidden />,
  invoice: <FileText size={26} aria-hidden />,
  member: <UserRound size={26} aria-hidden />,
  category: <Tags size={26} aria-hidden />,
};

/** One thing that was found; it leads to its screen, or to its sheet over the list that it stands in. */
export const ResultRow = ({ found }: { readonly found: Entry }) => {
  const { subject, id, title, subtitle, state } = found;
  const parts = {
    icon: icons[subject],
    title,
    subtitle,
    right: state === 'enviado' ? null : <StateBadge state={badgeOf[state]} />,
  };
  switch (subject) {
    case 'lot':
      return <RowTo to="/lots/$id" params={{ id }} {...parts} />;
    case 'rodeo':
      return <RowTo to="/rodeos/$id" params={{ id }} {...parts} />;
    case 'campo':
      return <RowTo to="/lots" search={{ campo: id }} {...parts} />;
    case 'asset':
      return <RowTo to="/stock/$id" params={{ id }} {...parts} />;
    case 'cycle':
      return <RowTo to="/ciclos-reproductivos/$id" params={{ id }} {...parts} />;
    case 'invoice':
      return <RowTo to="/billing/$id" params={{ id }} {...parts} />;
    case 'task':
      return <RowTo to="/tasks" search={{ hoja: id }} {...parts} />;
    case 'note':
      return <RowTo to="/notes" search={{ hoja: id }} {...parts} />;
    case 'member':
      return <RowTo to="/work-team" search={{ hoja: id }} {...parts} />;
    case 'category':
      return <RowTo to="/configuration" search={{ seccion: 'categorias', hoja: id }} {...parts} />;
  }
};
