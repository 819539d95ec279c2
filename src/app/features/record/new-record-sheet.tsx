import { cycle as cycleThing, failure, mayRecord, type Payload, readBy, type Result, type Role } from '#domain';
import { useRef } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import { Notice, Sheet, Skeleton } from '#ui';
import { useDraftOnce } from '#forms';
import { useFarm, useLive, useLiveForForm, useSession, useToday } from '#platform';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import { deathsAfter, deathsField } from './dead-of-weather.ts';
import { hasTyped, useNewDraft } from './new-draft.ts';
import { isSameRainAsked, sameRainAnswer, sameRainField } from './same-rain.ts';
import { RecordForm } from './record-form.tsx';
import { type OpenedFrom, startValues } from './start.ts';
import { tandaDraftKey, tandaKinds } from './tanda-kinds.ts';
import type { Values } from './values.ts';
import { asRecorded } from './with-cycle.ts';
import { useFarmThings } from './use-things.ts';

type Save = (payload: Payload, values: Values, draftKey: string) => Promise<Result<Saved, SaveProblem>>;

/** Saves a new record. A rain that replaces another edits it, keeping what the new one leaves out. */
function useSaveNew(kind: RecordedKind, role: Role): Save {
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
        // The old figure's period goes with it.
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

interface NewRecordSheetProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly from: OpenedFrom;
  readonly onClose: () => void;
  /** Called with the saved record's id. */
  readonly onRecorded?: (movementId: string) => Promise<void>;
  /** Switches to animal by animal, if the kind allows. */
  readonly onTanda?: (values: Values) => void;
  /** Weather record whose deaths are recorded. */
  readonly weatherId?: string | null;
  /** Opens the deaths form after a weather record that killed animals. */
  readonly onDeaths?: (weatherId: string) => void;
}

/** Form of a new record. Its draft is per kind and place opened from. */
export const NewRecordSheet = (props: NewRecordSheetProps) => {
  const { kind, role, from, onClose, onRecorded, onTanda, onDeaths, weatherId = null } = props;
  const today = useToday();
  const things = useFarmThings();
  const killedBy = useRef<string | null>(null);
  const draft = useNewDraft(kind.type, from, weatherId !== null);
  const weather = useLive(async (views) => (weatherId === null ? null : views.movement(weatherId)), [weatherId]);
  const tandaDraft = useDraftOnce(tandaDraftKey(kind.type));
  const cycles = useLiveForForm((views) => views.things(cycleThing.name));
  const saveNew = useSaveNew(kind, role);
  if (!mayRecord(role, kind)) {
    return (
      <Sheet open title={kind.spoken} onClose={onClose}>
        <Notice tone="warn">Tu usuario no puede registrar esto. Pedíselo a un administrador.</Notice>
      </Sheet>
    );
  }
  if (!things || !cycles || !draft || weather === undefined) {
    return (
      <Sheet open title={kind.spoken} onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const start = { ...startValues(kind, things, today, from), ...(weather && deathsAfter(weather.movement)) };
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={kind.spoken}
      things={things}
      start={start}
      draft={draft.values && hasTyped(kind, draft.values, start) ? draft.values : null}
      draftKey={draft.key}
      isNew
      {...(onTanda &&
        tandaKinds[kind.type] && { tanda: { type: kind.type, draft: tandaDraft ?? null, onOpen: onTanda } })}
      save={async (payload, values) => {
        const saved = await saveNew(asRecorded(kind, payload, things, cycles), values, draft.key);
        if (saved.ok) await onRecorded?.(saved.value.entityId);
        if (saved.ok && values[deathsField] === true) killedBy.current = saved.value.entityId;
        return saved;
      }}
      onClose={() => (killedBy.current !== null && onDeaths ? onDeaths(killedBy.current) : onClose())}
    />
  );
};
