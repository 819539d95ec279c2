import type { RecordedKind } from '../../../domain/movements/define.ts';
import { readBy } from '../../../domain/movements/movement.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import type { Role } from '../../../domain/people/roles.ts';
import { failure, type Result } from '../../../domain/result.ts';
import { useFarm } from '../../platform/farm-context.tsx';
import { useSession } from '../../platform/session-context.tsx';
import type { Saved, SaveProblem } from '../../sync/farm.ts';
import { isSameRainAsked, sameRainAnswer, sameRainField } from './same-rain.ts';
import type { Values } from './values.ts';

type Save = (payload: Payload, values: Values, draftKey: string) => Promise<Result<Saved, SaveProblem>>;

/** Saves a new record. A rain that takes another's place is an edit of that one, which keeps what the new one does not say. */
export function useSaveNew(kind: RecordedKind, role: Role): Save {
  const farm = useFarm();
  const { state } = useSession();
  return async (payload, values, draftKey) => {
    const duplicate = kind.addsUp ? await farm.views.possibleDuplicate(kind.type, payload) : null;
    if (!isSameRainAsked(duplicate, { role, userId: state.user?.id })) {
      return farm.acts.recordMovement(kind.type, payload, draftKey);
    }
    const { id } = duplicate.movement;
    switch (sameRainAnswer(values, duplicate)) {
      case 'sumar':
        return farm.acts.recordMovement(kind.type, { ...payload, adds_to: id }, draftKey);
      case 'reemplazar': {
        const before = readBy(kind, duplicate.movement);
        // Of how many days the old figure was goes with it.
        return farm.acts.editMovement(id, { ...before, mode: undefined, since: undefined, ...payload }, draftKey);
      }
      case null:
        return failure({
          reason: 'invalid',
          issues: [{ path: sameRainField, message: 'Elegí si se suma o la reemplaza' }],
        });
    }
  };
}
