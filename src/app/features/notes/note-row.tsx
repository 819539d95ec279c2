import { BellRing, Pin, StickyNote } from 'lucide-react';
import { dayAt, formatDay, relativeDay } from '../../../domain/dates.ts';
import { type Note, noteName } from '../../../domain/office/notes.ts';
import { badgeOf } from '../../farm/movement-row.tsx';
import { useToday } from '../../platform/today.ts';
import type { ThingView } from '../../sync/farm.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { RowButton } from '../../ui/row.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './notes.module.css';

interface NoteRowProps {
  readonly view: ThingView<Note>;
  readonly isNew: boolean;
  readonly author: string | null;
  readonly onOpen: () => void;
}

/** A note in the list: how it begins, and what there is to know of it. */
export const NoteRow = ({ view: { row, state }, isNew, author, onOpen }: NoteRowProps) => {
  const today = useToday();
  const written = relativeDay(dayAt(Date.parse(row.created_at)), today);
  const isDue = row.remind_on !== null && row.remind_on <= today && !row.archived;
  return (
    <RowButton
      tight
      className={styles.row}
      icon={
        <IconTile group={isDue ? 'comercial' : 'insumos'} tone="disc">
          {row.remind_on === null ? <StickyNote size={22} aria-hidden /> : <BellRing size={22} aria-hidden />}
        </IconTile>
      }
      title={noteName(row)}
      subtitle={[author, written, ...row.tags, row.title === null ? null : row.text].filter(Boolean).join(' · ')}
      mark={
        <>
          {row.pinned ? (
            <>
              <Pin size={18} aria-hidden />
              <VisuallyHidden>Fijada</VisuallyHidden>
            </>
          ) : null}
          {row.visibility === 'yo' ? <Badge>Solo yo</Badge> : null}
          {isNew ? <Badge tone="warn">Sin leer</Badge> : null}
          {row.remind_on === null ? null : (
            <Badge tone={isDue ? 'warn' : 'muted'}>{isDue ? 'Para recordar' : formatDay(row.remind_on)}</Badge>
          )}
          {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} iconOnly={state !== 'con_error'} />}
        </>
      }
      onClick={onOpen}
    />
  );
};
