import { cycle as cycleThing } from '../../../domain/things/cycle.ts';
import { useRef } from 'react';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { mayRecord } from '../../../domain/movements/permissions.ts';
import type { Role } from '../../../domain/people/roles.ts';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDraftOnce } from '../../forms/drafts.ts';
import { useLive, useLiveForForm } from '../../platform/farm-context.tsx';
import { useToday } from '../../platform/today.ts';
import { deathsAfter, deathsField } from './dead-of-weather.ts';
import { hasTyped, useNewDraft } from './new-draft.ts';
import { RecordForm } from './record-form.tsx';
import { type OpenedFrom, startValues } from './start.ts';
import { tandaDraftKey, tandaKinds } from './tanda-kinds.ts';
import type { Values } from './values.ts';
import { useSaveNew } from './save-new.ts';
import { asRecorded } from './with-cycle.ts';
import { useFarmThings } from './use-things.ts';

interface NewRecordSheetProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly from: OpenedFrom;
  readonly onClose: () => void;
  /** Hears of the record that was saved. */
  readonly onRecorded?: (movementId: string) => Promise<void>;
  /** Where the kind can also be recorded animal by animal. */
  readonly onTanda?: (values: Values) => void;
  /** The weather whose dead are recorded: their form starts from it. */
  readonly weatherId?: string | null;
  /** Opens the form of the deaths, where the weather that was recorded killed animals. */
  readonly onDeaths?: (weatherId: string) => void;
}

/** A new record of a kind. A draft is per kind and per place it was opened from: it never lands in another one. */
export const NewRecordSheet = (props: NewRecordSheetProps) => {
  const { kind, role, from, onClose, onRecorded, onTanda, onDeaths, weatherId = null } = props;
  const today = useToday();
  const things = useFarmThings();
  const killedBy = useRef<string | null>(null);
  const draft = useNewDraft(kind.type, from, weatherId !== null);
  const weather = useLive(async (views) => (weatherId === null ? null : views.movement(weatherId)), [weatherId]);
  const keptTanda = useDraftOnce(tandaDraftKey(kind.type));
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
      kept={draft.kept && hasTyped(kind, draft.kept, start) ? draft.kept : null}
      draftKey={draft.key}
      isNew
      {...(onTanda &&
        tandaKinds[kind.type] && { tanda: { type: kind.type, kept: keptTanda ?? null, onOpen: onTanda } })}
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
