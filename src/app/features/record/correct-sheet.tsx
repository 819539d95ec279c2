import { Suspense, useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { failure, isOpening, limits, type Payload, readBy, recordedKind, type Role, success } from '#domain';
import { Notice, NumberField, type NumberFieldValue, Sheet, Skeleton, TextField, toastSuccess } from '#ui';
import { failureOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { useAnswer, useFarm, useLive, useSession } from '#platform';
import { lazyPart } from '#ui/lazy-part.tsx';
import { refusedEndpoints } from '#contract/endpoints/refused.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { sentBy } from '#farm/sent-by.ts';
import { ask } from '#session/ask.ts';
import type { PendingView } from '#sync/farm.ts';
import { withSource } from './culls.ts';
import { RecordForm } from './record-form.tsx';
import { useFarmThings } from './use-things.ts';
import { carriedBy, valuesFrom } from './values.ts';

interface CorrectSheetProps {
  readonly opId: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Corrects a rejected record in its own form; saved, it goes as a new request. */
export const CorrectSheet = ({ opId, role, onClose }: CorrectSheetProps) => {
  const farm = useFarm();
  const things = useFarmThings();
  const found = useLive(
    async (views) => {
      const [pending, payload] = await Promise.all([views.pending(), views.pendingPayload(opId)]);
      const item = pending.find((one) => one.opId === opId);
      return item && payload ? { item, payload } : null;
    },
    [opId],
  );
  const draftKey = `correccion ${opId}`;
  const draft = useDraftOnce(draftKey);
  if (found === null) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Notice tone="warn">{offlineSentences.gone}</Notice>
      </Sheet>
    );
  }
  if (!found || !things || draft === undefined) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const { item, payload } = found;
  const kind = recordedKind(item.movementType ?? '');
  if (!kind) return <CorrectLot {...{ item, payload, draftKey, draft, onClose }} />;
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Corregir ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, payload)}
      draft={draft}
      draftKey={draftKey}
      recordId={item.entityId}
      issues={item.problem?.issues ?? []}
      isNew={false}
      notice={
        item.problem ? (
          <Notice tone="danger" title="El servidor no lo aceptó">
            {item.problem.message}
          </Notice>
        ) : null
      }
      save={async (typed) => {
        const saved = await farm.acts.correct(opId, { ...typed, ...carriedBy(payload) });
        if (saved.ok) await farm.saveDraft(draftKey, null);
        return saved;
      }}
      onClose={onClose}
    />
  );
};

const OpeningSheet = lazyPart(async () => (await import('./opening-sheet.tsx')).OpeningSheet);

interface EditSheetProps {
  readonly id: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Edits a movement in its own form. An unsent one changes in the outbox, without a second request. */
export const EditSheet = ({ id, role, onClose }: EditSheetProps) => {
  const farm = useFarm();
  const things = useFarmThings();
  const view = useLive((views) => views.movement(id), [id]);
  const draftKey = `edicion ${id}`;
  const draft = useDraftOnce(draftKey);
  const kind = view ? recordedKind(view.movement.type) : null;
  if (view && isOpening(view.movement)) {
    return (
      <Suspense>
        <OpeningSheet view={view} lotId={null} onClose={onClose} />
      </Suspense>
    );
  }
  if (view === null || (view && !kind)) {
    return (
      <Sheet open title="Editar" onClose={onClose}>
        <Notice tone="warn">{offlineSentences.gone}</Notice>
      </Sheet>
    );
  }
  if (!view || !kind || !things || draft === undefined) {
    return (
      <Sheet open title="Editar" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const payload = readBy(kind, view.movement);
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Editar ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, payload)}
      draft={draft}
      draftKey={draftKey}
      recordId={view.movement.id}
      isNew={false}
      save={(typed) => {
        const whole = withSource(kind, { ...typed, ...carriedBy(payload) }, things);
        return farm.acts.editMovement(view.movement.id, whole, draftKey);
      }}
      onClose={onClose}
    />
  );
};

interface RefusedSheetProps {
  /** Key of the rejected record. */
  readonly id: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** What no field holds stays as the author's phone sent it: ids, when and where it was recorded. */
const besideForm = ({ fields }: RecordedKind, body: Payload): Payload =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !(name in fields) && name !== 'detail' && name !== 'photos'),
  );

/** The office corrects a record rejected from another phone; it keeps its author (domain.md §2.18). */
export const RefusedSheet = ({ id, role, onClose }: RefusedSheetProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const things = useFarmThings();
  const asked = useAnswer(refusedEndpoints.refused, { org: farm.organizationId });
  const draftKey = `rechazado ${id}`;
  const draft = useDraftOnce(draftKey);
  const record = asked.value?.refused.find((one) => one.id === id);
  const kind = recordedKind(record?.type ?? '');
  const gone = asked.failed?.message ?? (asked.value && !(record && kind) ? offlineSentences.gone : null);
  if (!record || !kind || !things || draft === undefined) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        {gone === null ? <Skeleton rows={4} /> : <Notice tone="warn">{gone}</Notice>}
      </Sheet>
    );
  }
  const body = record.body ?? {};
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Corregir ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, body)}
      draft={draft}
      draftKey={draftKey}
      issues={record.issues}
      isNew={false}
      notice={
        <Notice tone="danger" title={`El servidor no lo aceptó · ${sentBy(record)}`}>
          {record.message}
        </Notice>
      }
      save={async (typed) => {
        const answer = await ask(session, refusedEndpoints.applyRefused, {
          params: { org: farm.organizationId, id },
          body: { body: { ...besideForm(kind, body), ...typed } },
        });
        if (!answer.ok) {
          const { issues, message } = answer.problem;
          return failure(issues.length > 0 ? { reason: 'invalid', issues } : { reason: 'gone', message });
        }
        await farm.saveDraft(draftKey, null);
        await farm.acts.sendNow();
        return success({ opId: id, entityId: id });
      }}
      onClose={onClose}
    />
  );
};

interface CorrectLotProps {
  readonly item: PendingView;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly draftKey: string;
  /** Draft of an earlier visit. */
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly onClose: () => void;
}

interface LotWords {
  readonly name: string;
  readonly hectares: NumberFieldValue;
}

/** Corrects a rejected lot (a taken name, say): name and hectares; the rest is sent unchanged. */
const CorrectLot = ({ item, payload, draftKey, draft, onClose }: CorrectLotProps) => {
  const farm = useFarm();
  const [refusal, setRefusal] = useState(item.problem);
  const form = useForm<LotWords>({
    keeping: useDraft(draftKey, draft),
    start: {
      name: typeof payload['name'] === 'string' ? payload['name'] : '',
      hectares: typeof payload['hectares'] === 'number' ? payload['hectares'] : null,
    },
    save: async ({ name, hectares }) => {
      // NaN makes the schema reject it with the field's message.
      const number = typeof hectares === 'number' ? hectares : Number.NaN;
      const saved = await farm.acts.correct(item.opId, { ...payload, name, hectares: number });
      setRefusal(null);
      if (!saved.ok) return failureOf(saved.problem);
      await farm.saveDraft(draftKey, null);
      toastSuccess('Guardado en este celular');
      onClose();
      return null;
    },
  });
  const refused = (name: string) => {
    const error = refusal?.issues.find((issue) => issue.path === name)?.message;
    return error === undefined ? {} : { error };
  };
  return (
    <FormSheet
      form={form}
      title="Corregir lote"
      saveLabel="Guardar cambios"

      onClose={onClose}
      lead={
        item.problem ? (
          <Notice tone="danger" title="El servidor no lo aceptó">
            {item.problem.message}
          </Notice>
        ) : null
      }
    >
      <TextField
        label="Nombre del lote"
        maxLength={limits.placeNameMaxLength}
        {...form.bind('name')}
        {...refused('name')}
      />
      <NumberField label="Hectáreas" unit="ha" {...form.bind('hectares')} {...refused('hectares')} />
    </FormSheet>
  );
};
