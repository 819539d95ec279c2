import { isDeleted } from '#domain/movements/movement.ts';
import { mayChange } from '#domain/movements/permissions.ts';
import { isRecord } from '#domain/movements/registry.ts';
import { note as noteThing } from '#domain/things/note.ts';
import { ButtonTo, useFarm, useLive, useSession, useToday } from '#platform';
import { useOnce } from '#forms';
import { movementParts } from '#farm/movement-row.tsx';
import { takeBack } from '#farm/take-back.ts';
import { useMinute } from '#farm/waiting-age.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';
import { Button, Row } from '#ui';
import { LastCard } from './last-card.tsx';
import { LastNote } from './last-note.tsx';
import { LastRefused } from './last-refused.tsx';

/** The last record or note. A refused record left the lists and is found in the outbox (decision 5). */
async function readLast(views: FarmViews) {
  const { lastId, lastNoteId } = await views.habits();
  const note = lastNoteId === undefined ? null : await views.thing(noteThing.name, lastNoteId);
  const record = lastNoteId !== undefined || lastId === undefined ? null : await views.movement(lastId);
  const id = lastNoteId ?? lastId;
  // Unlike a note, a refused record is no longer in the lists.
  const mayBeRefused = id !== undefined && ((note ?? record)?.state ?? 'con_error') === 'con_error';
  const waiting = mayBeRefused ? await views.pending() : [];
  const refused = waiting.find(
    ({ entityId, act, problem, author }) => entityId === id && act === 'create' && problem !== null && author === null,
  );
  return { note, record, refused };
}

/** What this device recorded or noted last (ux.md §1.2); 'Deshacer' as long as the person may delete it. */
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
  // Counts are decided by the office: shown here, corrected only by another count.
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
