import { useId } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import { failure, type Issue, parsePayload } from '#domain';
import { FormHead, PageForm } from '#forms';
import { guarded } from '#sync/acts/saving.ts';
import { useToday } from '#platform';
import { Button, Notice, Sheet, toastSuccess } from '#ui';
import { CalfTags, Hints, SameSky } from './hints.tsx';
import { lackingIn } from './own-questions.tsx';
import { fieldId, RecordFields } from './record-fields.tsx';
import { useRecordHead } from './record-head.tsx';
import styles from './record.module.css';
import { saveAnywayWords } from './short.ts';
import { hasTyped } from './new-draft.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { useRecordForm } from './use-record-form.ts';
import { SaveNote } from './where-words.tsx';
import { saveWords } from './words.ts';

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
    // A place or date only looked at is no draft.
    if (isNew && !hasTyped(kind, values, props.start)) form.startOver();
    else if (isDirty) toastSuccess('Borrador guardado');
    onClose();
  };
  const lead = (
    <>
      {head.lead}
      <FormHead
        form={{ ...form, issues: form.issues.map((issue) => ({ ...issue, message: named(kind, issue) })) }}
        fieldId={fieldOf}
      />
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

/** The first part of the path is the field. */
const fieldOf = (path: string): string => fieldId(path.split('.')[0] ?? '');
