import { useId, useLayoutEffect, useRef } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import {
  cycle as cycleThing,
  failure,
  type Issue,
  listOf,
  mayRecord,
  parsePayload,
  type Payload,
  readBy,
  relativeDay,
  type Result,
  type Role,
} from '#domain';
import { FormHead, hasTyped, PageForm, useDraftOnce } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';
import { useFarm, useLive, useLiveForForm, useSession, useToday } from '#platform';
import { Button, ChipGroup, Notice, Sheet, toastSuccess } from '#ui';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import { deathsAfter, deathsField, lackingIn } from './own-questions.tsx';
import { fieldId, RecordFields } from './record-fields.tsx';
import { type FormState, type RecordFormProps, useRecordForm } from './use-record-form.tsx';
import { useRecordHead } from './record-head.tsx';
import {
  amountOf,
  isSameRainAsked,
  noRainAnswer,
  type SameRainAnswer,
  sameRainAnswer,
  sameRainField,
} from './same-rain.ts';
import { saveAnywayWords } from './short.ts';
import { type OpenedFrom, startValues } from './start.ts';
import { tandaDraftKey, tandaKinds } from './tanda-kinds.ts';
import { FormlessSheet, mayNotRecord, useFarmThings } from './use-things.tsx';
import { payloadFrom, saveWords, typesIn, type Values } from './values.ts';
import { SaveNote } from './where-words.tsx';
import { asRecorded } from './with-cycle.ts';
import { TagReminder } from '#farm/tag-reminder.tsx';
import styles from './record.module.css';

/** Form of a record, in a sheet over any screen. */
export const RecordForm = (props: RecordFormProps) => {
  const { kind, title, isNew, onClose } = props;
  const formId = useId();
  const today = useToday();
  // Lookups may also hit a failing disk: then nothing was saved (offline.md F7).
  const save: RecordFormProps['save'] = (payload, typed) =>
    guarded(async () => {
      const lacking = lackingIn(kind, payload, isNew ? null : props.start);
      if (lacking.length === 0) return await props.save(payload, typed);
      const parsed = parsePayload(kind, payload, today);
      return failure({ reason: 'invalid', issues: [...lacking, ...(parsed.ok ? [] : parsed.problem)] });
    });
  const form = useRecordForm({ ...props, save });
  const { values, busy, isDirty, submit, short } = form;
  const head = useRecordHead(props, form);
  const close = (): void => {
    if (isNew && !isTyped(kind, values, props.start)) form.startOver();
    else if (isDirty) toastSuccess('Borrador guardado');
    onClose();
  };
  // An open question is answered where it stands: nothing is to correct.
  const toCorrect = form.issues.filter(({ path }) => path !== sameRainField);
  const issues = toCorrect.map((issue) => ({ ...issue, message: named(kind, issue) }));
  const lead = (
    <>
      {head.lead}
      <FormHead form={{ ...form, issues }} fieldId={fieldOf} />
      {isNew && kind.caution !== null ? <Notice>{kind.caution}</Notice> : null}
      {isNew && kind.group === 'clima' ? <SameSky kind={kind} role={props.role} form={form} /> : null}
    </>
  );
  return (
    <Sheet
      open
      title={title}
      onClose={close}
      aside={head.aside}
      footer={
        <div className={styles.footer}>
          <SaveNote kind={kind} values={values} things={props.things} short={short} />
          <Button type="submit" form={formId} variant="primary" wide busy={busy}>
            {isNew ? (saveAnywayWords(short) ?? saveWords(kind, values)) : 'Guardar cambios'}
          </Button>
          {isNew ? (
            <Button wide disabled={busy} aria-label="Guardar y cargar otro" onClick={() => void submit(true)}>
              <span className={styles.whole}>Guardar y cargar otro</span>
              <span className={styles.brief}>Cargar otro</span>
            </Button>
          ) : null}
        </div>
      }
    >
      <PageForm id={formId} className={styles.form} onSubmit={() => void submit(false)}>
        {props.notice}
        <RecordFields key={form.round} {...props} form={form} lead={lead} />
        <CalfTags kind={kind} form={form} things={props.things} />
        {isNew ? <Hints kind={kind} form={form} /> : null}
      </PageForm>
      {form.dialog}
      {head.dialog}
    </Sheet>
  );
};

/** Prefixes the field's label, as the summary stands far from it. */
const named = (kind: RecordedKind, { path, message }: Issue): string => {
  const label = kind.fields[path.split('.')[0] ?? '']?.label;
  return label === undefined ? message : `${label}: ${message}`;
};

const fieldOf = (path: string): string => fieldId(path.split('.')[0] ?? '');

/** Saves a new record. A rain that replaces another edits it, keeping what the new one leaves out. */
function useSaveNew(kind: RecordedKind, role: Role) {
  const farm = useFarm();
  const { state } = useSession();
  return async (payload: Payload, values: Values, draftKey: string): Promise<Result<Saved, SaveProblem>> => {
    const userId = state.user?.id;
    const [duplicate] = kind.addsUp ? await farm.views.possibleDuplicates(kind.type, payload, userId) : [];
    if (!isSameRainAsked(duplicate, { role, userId })) {
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
        return failure({ reason: 'invalid', issues: [noRainAnswer] });
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
    return <FormlessSheet title={kind.spoken} why={mayNotRecord} onClose={onClose} />;
  }
  if (!things || !cycles || !draft || weather === undefined) {
    return <FormlessSheet title={kind.spoken} onClose={onClose} />;
  }
  const start = { ...startValues(kind, things, today, from), ...(weather && deathsAfter(weather.movement)) };
  return (
    <RecordForm
      {...{ kind, role, things, start }}
      title={kind.spoken}
      draft={draft.values && isTyped(kind, draft.values, start) ? draft.values : null}
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

const places = ['day', 'lot', 'rodeo', 'campo'];

const isTyped = (kind: RecordedKind, values: Values, start: Values): boolean =>
  hasTyped(payloadFrom(kind, values), payloadFrom(kind, start), (name) =>
    places.includes(kind.fields[name]?.control ?? ''),
  );

/**
 * Draft of a new record; undefined while loading. One caused by another record (deaths by hail) is kept apart, and offered from the menu
 * when no ordinary one waits.
 */
function useNewDraft(type: string, from: OpenedFrom, isBroughtAbout: boolean) {
  const ordinary = ['registro', type, from.lotId, from.rodeoId].filter(Boolean).join(' ');
  const beside = `${ordinary} tras`;
  const values = useDraftOnce(ordinary);
  const valuesBeside = useDraftOnce(beside);
  if (values === undefined || valuesBeside === undefined) return undefined;
  const isBeside = isBroughtAbout || (values === null && valuesBeside !== null);
  return isBeside ? { key: beside, values: valuesBeside } : { key: ordinary, values };
}

interface HintProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things'> {
  readonly form: FormState;
}

/** Warns of a duplicate rain (ux.md §1.2, Duplicates) before typing. Two births in a lot are two births. */
const SameSky = ({ kind, role, form }: Omit<HintProps, 'things'>) => {
  const { values, errorOf, change, goOn } = form;
  const today = useToday();
  const payload = payloadFrom(kind, values);
  const userId = useSession().state.user?.id;
  const duplicates = useLive(
    (views) => views.possibleDuplicates(kind.type, payload, userId),
    [kind.type, payload.date, payload.campo_id, payload.lot_id, payload.rodeo_id, userId],
  );
  const isOpen = errorOf(sameRainField).error !== undefined;
  useLayoutEffect(() => {
    if (isOpen) document.getElementById(fieldId(sameRainField))?.focus();
  }, [isOpen, form.attempt]);
  const [duplicate] = duplicates ?? [];
  if (!duplicates || !duplicate) return null;
  const replacing = duplicates.length > 1 ? `Reemplazar los ${amountOf(duplicate)}` : 'Reemplazar';
  const told = duplicates.map((one) => `${one.author ?? 'Alguien'} ya cargó ${amountOf(one)}`);
  return (
    <div className={styles.sky}>
      <Notice
        tone="warn"
        role="status"
        action={
          isSameRainAsked(duplicate, { role, userId }) ? (
            <ChipGroup<SameRainAnswer>
              id={fieldId(sameRainField)}
              label="¿Sumar o reemplazar?"
              labelHidden
              options={{ sumar: 'Sumar', reemplazar: replacing }}
              value={sameRainAnswer(values, duplicate)}
              onChange={(answer) => {
                const answered = { [sameRainField]: { of: duplicate.key, answer } };
                change(answered);
                if (isOpen && form.issues.length === 1) void goOn(answered);
              }}
              {...errorOf(sameRainField)}
            />
          ) : null
        }
      >
        {`${listOf(told)} ${relativeDay(duplicate.movement.date, today)}`}
      </Notice>
    </div>
  );
};

/** Tag reminder for calves that leave, also on edits: date or category may change. */
const CalfTags = ({ kind, form: { values }, things }: Omit<HintProps, 'role'>) => (
  <TagReminder
    kind={kind}
    date={payloadFrom(kind, values).date}
    types={typesIn(kind, values)}
    categories={things.categories}
  />
);

/** Doubts to check before saving; never blocks. */
const Hints = ({ kind, form: { values } }: Pick<HintProps, 'kind' | 'form'>) => {
  const doubt = kind.form.doubt?.(values) ?? null;
  return doubt === null ? null : (
    <Notice tone="warn" role="status">
      {doubt}
    </Notice>
  );
};
