import { Suspense, useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import {
  byId,
  failure,
  isOpening,
  labelOf,
  limits,
  type Payload,
  readBy,
  recordedKind,
  type Role,
  success,
} from '#domain';
import { Notice, NumberField, type NumberFieldValue, TextArea, TextField, toastSuccess } from '#ui';
import { DraftSheet, failureIn, useDraftOnce } from '#forms';
import { useAnswer, useAsk, useFarm, useLive } from '#platform';
import { lazyPart } from '#ui/lazy-part.tsx';
import { refusedEndpoints } from '#contract/endpoints/refused.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { sentBy } from '#farm/sent-by.ts';
import type { PendingView } from '#sync/farm.ts';
import { withSource } from './culls.ts';
import { RecordForm } from './record-form.tsx';
import { FormlessSheet, useFarmThings } from './use-things.tsx';
import { carriedBy, isCarried, valuesFrom, wentWhole } from './values.ts';

interface SheetProps {
  readonly role: Role;
  readonly onClose: () => void;
}

/** Corrects a rejected record in its own form; saved, it goes as a new request. */
export const CorrectSheet = ({ opId, role, onClose }: SheetProps & { readonly opId: string }) => {
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
  if (!found || !things || draft === undefined) {
    return <FormlessSheet title="Corregir" why={found === null ? offlineSentences.gone : null} onClose={onClose} />;
  }
  const { item, payload } = found;
  const kind = recordedKind(item.movementType ?? '');
  if (!kind) return <CorrectLot {...{ item, payload, draftKey, onClose }} />;
  return (
    <RecordForm
      {...{ kind, role, things, draft, draftKey, onClose }}
      title={`Corregir ${labelOf(kind.type, payload).toLocaleLowerCase('es-AR')}`}
      start={valuesFrom(kind, payload)}
      recordId={item.entityId}
      issues={item.problem?.issues ?? []}
      isNew={false}
      notice={<Refusal item={item} />}
      save={async (typed) => {
        const saved = await farm.acts.correct(opId, { ...typed, ...carriedBy(kind, payload, typed) });
        if (saved.ok) await farm.saveDraft(draftKey, null);
        return saved;
      }}
    />
  );
};

const OpeningSheet = lazyPart(async () => (await import('./opening-sheet.tsx')).OpeningSheet);

/** Edits a movement in its own form. An unsent one changes in the outbox, without a second request. */
export const EditSheet = ({ id, role, onClose }: SheetProps & { readonly id: string }) => {
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
  if (!view || !kind || !things || draft === undefined) {
    const isGone = view === null || (view && !kind);
    return <FormlessSheet title="Editar" why={isGone ? offlineSentences.gone : null} onClose={onClose} />;
  }
  const payload = readBy(kind, view.movement);
  return (
    <RecordForm
      {...{ kind, role, things, draft, draftKey, onClose }}
      title={`Editar ${labelOf(kind.type, payload).toLocaleLowerCase('es-AR')}`}
      // The version as opened, in a draft too: what others change meanwhile was not seen (offline.md §2.8).
      start={{
        ...valuesFrom(kind, payload),
        ...(view.pendingOp === null && { base_version: view.movement.version }),
      }}
      recordId={view.movement.id}
      isNew={false}
      save={(typed, { base_version }) => {
        const kept = { ...carriedBy(kind, payload, typed), ...wentWhole(kind, payload, typed) };
        const whole = withSource(kind, { ...typed, ...kept, base_version }, things);
        return farm.acts.editMovement(view.movement.id, whole, draftKey);
      }}
    />
  );
};

/** What no field holds stays as the author's phone sent it: ids, when and where it was recorded. */
const besideForm = (kind: RecordedKind, body: Payload, typed: Payload): Payload =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name]) =>
        !(name in kind.fields) && name !== 'detail' && name !== 'photos' && isCarried(kind, name, body, typed),
    ),
  );

/** The office corrects a record rejected from another phone, by its key; it keeps its author (domain.md §2.18). */
export const RefusedSheet = ({ id, role, onClose }: SheetProps & { readonly id: string }) => {
  const farm = useFarm();
  const ask = useAsk();
  const things = useFarmThings();
  const asked = useAnswer(refusedEndpoints.refused, { org: farm.organizationId });
  const draftKey = `rechazado ${id}`;
  const draft = useDraftOnce(draftKey);
  const record = byId(asked.value?.refused, id);
  const kind = recordedKind(record?.type ?? '');
  const gone = asked.failed?.message ?? (asked.value && !(record && kind) ? offlineSentences.gone : null);
  if (!record || !kind || !things || draft === undefined) {
    return <FormlessSheet title="Corregir" why={gone} onClose={onClose} />;
  }
  const body = record.body ?? {};
  return (
    <RecordForm
      {...{ kind, role, things, draft, draftKey, onClose }}
      title={`Corregir ${labelOf(kind.type, body).toLocaleLowerCase('es-AR')}`}
      start={valuesFrom(kind, body)}
      issues={record.issues}
      isNew={false}
      notice={
        <Notice tone="danger" title={`El servidor no lo aceptó · ${sentBy(record)}`}>
          {record.message}
        </Notice>
      }
      save={async (typed) => {
        const answer = await ask(refusedEndpoints.applyRefused, {
          params: { org: farm.organizationId, id },
          body: { body: { ...besideForm(kind, body, typed), ...typed } },
        });
        if (!answer.ok) {
          const { issues, message } = answer.problem;
          return failure(issues.length > 0 ? { reason: 'invalid', issues } : { reason: 'gone', message });
        }
        await farm.saveDraft(draftKey, null);
        await farm.acts.sendNow();
        return success({ opId: id, entityId: id });
      }}
    />
  );
};

const Refusal = ({ item: { problem } }: { readonly item: PendingView }) =>
  problem ? (
    <Notice tone="danger" title="El servidor no lo aceptó">
      {problem.message}
    </Notice>
  ) : null;

interface CorrectLotProps {
  readonly item: PendingView;
  readonly payload: Payload;
  readonly draftKey: string;
  readonly onClose: () => void;
}

/** Corrects a rejected lot (a taken name, say): what it says of name, hectares and notes; the rest is sent unchanged. */
const CorrectLot = ({ item, payload, draftKey, onClose }: CorrectLotProps) => {
  const farm = useFarm();
  const [refusal, setRefusal] = useState(item.problem);
  const refused = (name: string) => {
    const error = refusal?.issues.find((issue) => issue.path === name)?.message;
    return error === undefined ? {} : { error };
  };
  return (
    <DraftSheet
      title="Corregir lote"
      draftKey={draftKey}
      start={{
        name: typeof payload.name === 'string' ? payload.name : '',
        hectares: (typeof payload.hectares === 'number' ? payload.hectares : null) as NumberFieldValue,
        notes: typeof payload.notes === 'string' ? payload.notes : '',
      }}
      saveLabel="Guardar cambios"
      lead={<Refusal item={item} />}
      save={async ({ name, hectares, notes }) => {
        // NaN makes the schema reject it with the field's message.
        const typed = { name, hectares: typeof hectares === 'number' ? hectares : Number.NaN, notes: notes.trim() };
        // Of an edit, only what it says.
        const said = Object.fromEntries(Object.entries(typed).filter(([field]) => field in payload));
        const failed = failureIn(await farm.acts.correct(item.opId, { ...payload, ...said }));
        setRefusal(null);
        if (!failed) await farm.saveDraft(draftKey, null);
        return failed;
      }}
      onSaved={() => toastSuccess('Guardado en este celular')}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          {'name' in payload ? (
            <TextField
              label="Nombre del lote"
              maxLength={limits.placeNameMaxLength}
              {...bind('name')}
              {...refused('name')}
            />
          ) : null}
          {'hectares' in payload ? (
            <NumberField label="Hectáreas" unit="ha" {...bind('hectares')} {...refused('hectares')} />
          ) : null}
          {'notes' in payload ? (
            <TextArea
              label="Observaciones"
              optional
              maxLength={limits.notesMaxLength}
              {...bind('notes')}
              {...refused('notes')}
            />
          ) : null}
        </>
      )}
    </DraftSheet>
  );
};
