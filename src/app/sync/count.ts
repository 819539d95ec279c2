import type { Posting } from '../../domain/movements/ledger.ts';
import type { MovementType } from '../../domain/movements/types.ts';
import { append } from './changes.ts';
import { newOp } from './record.ts';
import { type ActPorts, type Outcome, save, type Typed, withDraft } from './saving.ts';

interface Count {
  readonly type: MovementType;
  readonly path: string;
  readonly body: Typed;
  readonly shown: Typed;
  readonly postings: readonly Posting[];
}

/** The operation of a count: it goes to a call of its own and is, on the server, the movement that books the difference. */
export function saveCount(ports: ActPorts, draftKey: string | undefined, count: Count): Promise<Outcome> {
  const { recorder } = ports;
  const id = recorder.chance.entityId();
  const op = newOp(recorder, {
    act: 'create',
    subject: 'movement',
    movementType: count.type,
    method: 'POST',
    path: count.path,
    body: { ...count.body, cid: id, ...(!recorder.isLinkKnown() && { offline: true }) },
    shown: count.shown,
    postings: count.postings,
    entityId: id,
  });
  return save(ports, (now) => append(now, op, withDraft(draftKey)));
}
