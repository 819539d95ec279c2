import { BellRing, Pin, StickyNote } from 'lucide-react';
import { dayAt, formatDay, joined, type Note, noteName, relativeDay } from '#domain';
import { Thumbnail } from '#farm/attachments/thumbnail.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import { useToday } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { Badge, IconTile, RowButton, StateBadge, VisuallyHidden } from '#ui';
import styles from './notes.module.css';

interface NoteRowProps {
  readonly view: ThingView<Note>;
  readonly isNew: boolean;
  readonly author: string | null;
  readonly onOpen: () => void;
}

export const NoteRow = ({ view: { row, state }, isNew, author, onOpen }: NoteRowProps) => {
  const today = useToday();
  const written = relativeDay(dayAt(Date.parse(row.created_at)), today);
  const isDue = row.remind_on !== null && row.remind_on <= today && !row.archived;
  const [photo] = row.photos;
  const drawing = (
    <IconTile group={isDue ? 'comercial' : 'insumos'} tone="disc">
      {row.remind_on === null ? <StickyNote size={22} /> : <BellRing size={22} />}
    </IconTile>
  );
  return (
    <RowButton
      tight
      className={styles.row}
      icon={photo === undefined || isDue ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>}
      title={noteName(row)}
      subtitle={joined(author, written, ...row.tags, row.title !== null && row.text)}
      mark={
        <>
          {row.pinned ? (
            <>
              <Pin size={18} />
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
