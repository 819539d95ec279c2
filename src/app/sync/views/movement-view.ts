import type { Names } from '#domain/movements/define.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { hasTemporaryId, isOnlyHere, type Op, rejected, wasTried } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import type { MovementView } from '../farm.ts';
import { keeping } from './keeping.ts';
import { authorOf, summaryOf } from './names.ts';
import { opsAbout, opsNaming } from './op-index.ts';
import { refusalOf, sendStateOf } from './op-views.ts';
import { postingsOf } from './optimistic.ts';
import type { Scene } from './overlay.ts';

/** A record's view, which is made once of the same things. */
const viewWith = keeping(
  (
    movement: Movement,
    names: Names,
    members: Picture['members'],
    op: Op | undefined,
    temporaryId: string | null,
    isAlone: boolean,
    isOnlyHere: boolean,
  ): MovementView => {
    const unsent = op && op.state !== 'acked' ? op : undefined;
    return {
      movement: temporaryId === null ? movement : { ...movement, id: temporaryId },
      key: movement.id,
      state: op ? sendStateOf(op) : movement.review ? 'revisar' : 'enviado',
      problem: refusalOf(op),
      summary: summaryOf(movement, names),
      author: authorOf({ members }, movement.created_by),
      lines: movement.deleted ? [] : postingsOf(movement),
      pendingOp: unsent?.opId ?? null,
      // Not undone while another waiting act names it.
      canUndo: unsent !== undefined && !wasTried(unsent) && unsent.state !== rejected && isAlone,
      isOnlyHere,
    };
  },
);

export function viewOf({ picture: { members, ops }, over: { names } }: Scene, movement: Movement): MovementView {
  const about = opsAbout(ops)(movement.id);
  const op = about.at(-1);
  const temporary = about.find(hasTemporaryId);
  return viewWith(
    movement,
    names,
    members,
    op,
    temporary ? `-${temporary.n}` : null,
    op !== undefined && opsNaming(ops)(op.opId).every(({ entityId }) => entityId === op.entityId),
    about.some((one) => one.act === 'create' && isOnlyHere(one)),
  );
}
