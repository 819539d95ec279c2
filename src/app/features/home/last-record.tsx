import { isDeleted } from '#domain/movements/movement.ts';
import { mayChange } from '#domain/movements/permissions.ts';
import { isRecord } from '#domain/movements/registry.ts';
import { note as noteThing } from '#domain/things/note.ts';
import { useFarm, useLive } from '#platform/farm-context.tsx';
import { useOnce } from '#forms/use-once.ts';
import { ButtonTo } from '#platform/links.tsx';
import { movementParts } from '#farm/movement-row.tsx';
import { useSession } from '#platform/session-context.tsx';
import { takeBack } from '#farm/take-back.ts';
import { useToday } from '#platform/today.ts';
import { useMinute } from '#farm/waiting-age.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';
import { Button } from '#ui/button.tsx';
import { Row } from '#ui/row.tsx';
import { LastCard } from './last-card.tsx';
import { LastNote } from './last-note.tsx';
import { LastRefused } from './last-refused.tsx';

/** What was said last, as it stands; what the server refused of it left the lists and is found in Pendientes (decision 5). */
async function readLast(views: FarmViews) {
  const { lastId, lastNoteId } = await views.habits();
  const note = lastNoteId === undefined ? null : await views.thing(noteThing.name, lastNoteId);
  const record = lastNoteId !== undefined || lastId === undefined ? null : await views.movement(lastId);
  const id = lastNoteId ?? lastId;
  // A record that was refused is not among the others any more, a note is.
  const mayBeRefused = id !== undefined && ((note ?? record)?.state ?? 'con_error') === 'con_error';
  const waiting = mayBeRefused ? await views.pending() : [];
  const refused = waiting.find(
    ({ entityId, act, problem, author }) => entityId === id && act === 'create' && problem !== null && author === null,
  );
  return { note, record, refused };
}

/**
 * What was recorded or noted last on this device, until the next one (ux.md §1.2), to be taken back as long as it is the person's to
 * delete.
 */
export const LastRecord = () => {
  const { note, record, refused } = useLive(readLast) ?? {};
  if (refused) return <LastRefused item={refused} />;
  if (note) return <LastNote view={note} />;
  return record && !isDeleted(record.movement) ? <LastMovement view={record} /> : null;
};

const LastMovement = ({ view }: { readonly view: MovementView }) => {
  const farm = useFarm();
  const { state } = useSession();
  const today = useToday();
  const now = useMinute();
  const undo = useOnce((id: string) => takeBack(farm, [id]));
  const { movement } = view;
  // A count is decided by the office: it is looked at here, and said anew by another count.
  const isOwn = isRecord(movement);
  return (
    <LastCard row={<Row {...movementParts({ ...view, author: null }, today, false)} />}>
      {isOwn && mayChange(state.role ?? 'user', state.user?.id ?? '', movement, now) ? (
        <Button compact busy={undo.busy} onClick={() => void undo.run(movement.id)}>
          Deshacer
        </Button>
      ) : null}
      <ButtonTo to="/data/$id" params={{ id: movement.id }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};
