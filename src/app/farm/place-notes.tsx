import { formatDay, joined, note as noteThing, noteName } from '#domain';
import { Card, RowList } from '#ui';
import { RowTo, useLive } from '#platform';
import styles from './place-notes.module.css';

const atMost = 5;

interface PlaceNotesProps {
  readonly lotId?: string;
  readonly rodeoId?: string;
}

/** Notes of a lot or a rodeo (domain.md §2.11), pinned ones first, then the newest. */
export const PlaceNotes = ({ lotId, rodeoId }: PlaceNotesProps) => {
  const notes = useLive(
    async (views) =>
      (await views.things(noteThing.name))
        .map(({ row }) => row)
        .filter(
          ({ archived, lot_id, rodeo_id }) =>
            !archived && ((lotId !== undefined && lot_id === lotId) || (rodeoId !== undefined && rodeo_id === rodeoId)),
        )
        .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || (a.created_at < b.created_at ? 1 : -1)),
    [lotId, rodeoId],
  );
  if (!notes || notes.length === 0) return null;
  return (
    <Card title="Notas" flush>
      <RowList label="Notas">
        {notes.slice(0, atMost).map((note) => (
          <li key={note.id}>
            <RowTo
              to="/notes"
              search={{ hoja: note.id }}
              title={<span className={styles.words}>{noteName(note)}</span>}
              subtitle={joined(note.pinned ? 'Fijada' : null, formatDay(note.created_at))}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
