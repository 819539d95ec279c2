import { cycle as cycleThing, mayRecord, type Role } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useDraftOnce } from '#forms';
import { useFarm, useLiveForForm, useToday } from '#platform';
import { type FarmThings, type OpenedFrom, startValues } from '../start.ts';
import { tandaDraftKey, tandaKinds } from '../tanda-kinds.ts';
import { FormlessSheet, mayNotRecord, useFarmThings } from '../use-things.tsx';
import type { Values } from '../values.ts';
import { withCycle } from '../with-cycle.ts';
import { atItsPlace, newTanda, tandaFrom } from './tanda.ts';
import { TandaWork } from './tanda-work.tsx';

/** Without a place: the only rodeo of the last lot used, named in the line above, so that the keys show at once. */
function withRecentRodeo(kind: RecordedKind, values: Values, { habits, stock }: FarmThings): Values {
  const { lot, rodeo } = kind.place;
  const isSaid = rodeo === undefined || values[rodeo] !== undefined || (lot !== undefined && values[lot] !== undefined);
  if (isSaid || !kind.fields[rodeo]?.required) return values;
  const here = stock.filter((cell) => cell.head > 0 && cell.lot === habits.recentLotIds[0]);
  const [only, ...others] = new Set(here.map((cell) => cell.rodeo));
  return typeof only === 'string' && others.length === 0 ? { ...values, [rodeo]: only } : values;
}

interface TandaSheetProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly from: OpenedFrom;
  readonly onClose: () => void;
}

/** Animal by animal, saved as one record (ux.md §1.2, Bulk). A draft is resumed from anywhere. */
export const TandaSheet = ({ kind, role, from, onClose }: TandaSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const things = useFarmThings();
  const draftKey = tandaDraftKey(kind.type);
  const draft = useDraftOnce(draftKey);
  const cycles = useLiveForForm((views) => views.things(cycleThing.name));
  const title = tandaKinds[kind.type]?.title ?? kind.label;
  if (!mayRecord(role, kind)) {
    return <FormlessSheet title={title} why={mayNotRecord} onClose={onClose} />;
  }
  if (!things || !cycles || draft === undefined) {
    return <FormlessSheet size="tall" title={title} onClose={onClose} />;
  }
  const values = withRecentRodeo(kind, startValues(kind, things, today, from), things);
  const fresh = atItsPlace(kind, newTanda(values, null), things);
  const found = tandaFrom(draft);
  return (
    <TandaWork
      {...{ kind, things, title, draftKey, fresh, onClose }}
      start={found ?? fresh}
      isFound={found !== null}
      save={(payloads) => {
        const [first, ...others] = payloads.map((payload) => withCycle(kind, payload, things, cycles));
        return first && others.length === 0
          ? farm.acts.recordMovement(kind.type, first, draftKey)
          : farm.acts.recordMovements(kind.type, [...(first ? [first] : []), ...others], draftKey);
      }}
    />
  );
};
