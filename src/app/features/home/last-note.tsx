import { offlineSentences } from '#contract/sentences-offline.ts';
import {
  dayAt,
  formatTime,
  mayChangeNote,
  type Note,
  note as noteThing,
  noteName,
  relativeDay,
  seesNote,
} from '#domain';
import { Thumbnail } from '#farm/attachments/thumbnail.tsx';
import { badgeOf, RecordTitle } from '#farm/movement-row.tsx';
import { useOnce } from '#forms';
import { ButtonTo, useFarm, useSession, useToday } from '#platform';
import type { Farm, ThingView } from '#sync/farm.ts';
import { Button, IconTile, MovementIcon, Row, StateBadge, toastError, toastSuccess } from '#ui';
import { LastCard } from './last-card.tsx';

/** 'Deshacer': removes an unsent note, archives a sent one, as notes are never deleted (domain.md §2.11). */
async function takeNoteBack({ acts, views }: Farm, id: string): Promise<void> {
  const made = (await views.pending()).find(({ entityId, act }) => entityId === id && act === 'create');
  if (made && (await acts.undo(made.opId))) {
    toastSuccess(offlineSentences.undone);
    return;
  }
  const away = await acts.editThing(noteThing.name, id, { archived: true });
  if (away.ok) toastSuccess(offlineSentences.archivedInstead);
  else toastError(away.problem.reason === 'invalid' ? offlineSentences.notDone : away.problem.message);
}

const NoteIcon = ({ photos }: Pick<Note, 'photos'>) => {
  const drawing = (
    <IconTile group="insumos" tone="disc">
      <MovementIcon name="note" />
    </IconTile>
  );
  const [photo] = photos;
  return photo === undefined ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>;
};

/** `LastRecord` for a note. */
export const LastNote = ({ view: { row, state } }: { readonly view: ThingView<Note> }) => {
  const farm = useFarm();
  const session = useSession().state;
  const today = useToday();
  const undo = useOnce(() => takeNoteBack(farm, row.id));
  const userId = session.user?.id ?? '';
  if (row.archived || !seesNote(userId, row)) return null;
  const isNamed = row.title !== null || row.text !== '';
  const day = dayAt(Date.parse(row.created_at));
  return (
    <LastCard
      row={
        <Row
          tight
          icon={<NoteIcon photos={row.photos} />}
          title={isNamed ? <RecordTitle kind={noteThing.words.one} amount={noteName(row)} /> : noteName(row)}
          subtitle={`${relativeDay(day, today)} ${formatTime(row.created_at)}`}
          mark={<StateBadge state={badgeOf[state]} iconOnly={state !== 'con_error'} />}
        />
      }
    >
      {state !== 'con_error' && mayChangeNote(session.role ?? 'user', userId, row) ? (
        <Button compact busy={undo.busy} onClick={() => void undo.run()}>
          Deshacer
        </Button>
      ) : null}
      <ButtonTo to="/notes" search={{ hoja: row.id }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};
