import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { limits } from '../../../domain/limits.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import type { Role } from '../../../domain/people/roles.ts';
import type { Result } from '../../../domain/result.ts';
import type { Issue } from '../../../domain/validation.ts';
import type { Saved, SaveProblem } from '../../sync/farm.ts';
import { useBusy } from '../../update/busy.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { useFarmStatus } from '../farm-context.tsx';
import { useToday } from '../today.ts';
import { sayRecordSaved } from './after-save.ts';
import { FieldWidget } from './field-widget.tsx';
import { Hints } from './hints.tsx';
import styles from './record.module.css';
import { type FarmThings, foundPlace, isRodeoInDoubt } from './start.ts';
import { useKeptDraft } from './use-draft.ts';
import { fieldNamesFor, isAway, payloadFrom, type Values } from './values.ts';
import { saveWords } from './words.ts';

export interface RecordFormProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly title: string;
  readonly things: FarmThings;
  readonly start: Values;
  /** What an earlier visit left half-typed. */
  readonly kept: Values | null;
  readonly draftKey: string;
  readonly issues?: readonly Issue[];
  /** A new record: it can be a duplicate, run short of stock, and be followed by another. */
  readonly isNew: boolean;
  readonly notice?: ReactNode;
  readonly save: (payload: Payload) => Promise<Result<Saved, SaveProblem>>;
  readonly onDropDraft: () => void;
  readonly onClose: () => void;
}

const isSame = (a: Values, b: Values): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the next record of a series starts from: the same place and day, nothing counted (ux.md §1.2, Bulk). */
const forNext = (kind: RecordedKind, values: Values): Values => {
  const places = ['date', 'campo_id', 'whole', kind.place.lot, kind.place.rodeo];
  return Object.fromEntries(Object.entries(values).filter(([name]) => places.includes(name)));
};

/** The state of one form: what is typed, what is wrong with it, and the save. */
function useRecordForm(props: RecordFormProps) {
  const { kind, start, kept, draftKey, save, onClose } = props;
  const status = useFarmStatus();
  const [base, setBase] = useState(start);
  const [values, setValues] = useState<Values>(kept ?? start);
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState(kept !== null);
  const [issues, setIssues] = useState<readonly Issue[]>(props.issues ?? []);
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const isDirty = !isSame(values, base);
  useBusy(draftKey, isDirty || busy);
  const draft = useKeptDraft(draftKey, values, isDirty);

  const begin = (next: Values): void => {
    draft.settle();
    setBase(next);
    setValues(next);
    setRound(round + 1);
    setRestored(false);
    setIssues([]);
    setFailed(null);
  };
  const submit = async (andAnother: boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    draft.settle();
    const saved = await save(payloadFrom(kind, values));
    setBusy(false);
    if (saved.ok) {
      sayRecordSaved(status.reach === 'reachable');
      // Not dirty any more: leaving must not keep a draft of what is on the disk already.
      begin(andAnother ? forNext(kind, values) : values);
      if (!andAnother) onClose();
      return;
    }
    setAttempt(attempt + 1);
    setIssues(saved.problem.reason === 'invalid' ? saved.problem.issues : []);
    setFailed(saved.problem.reason === 'invalid' ? null : saved.problem.message);
  };
  return {
    values,
    issues,
    failed,
    attempt,
    busy,
    restored,
    isDirty,
    round,
    submit,
    set: (name: string, value: unknown): void => {
      setValues((before) => ({ ...before, [name]: value }));
      setIssues((before) => before.filter((issue) => issue.path.split('.')[0] !== name));
    },
    startOver: (): void => {
      props.onDropDraft();
      begin(start);
    },
  };
}

type FormState = ReturnType<typeof useRecordForm>;

/** A record being made or changed, in a sheet over whatever screen the person stood on. */
export const RecordForm = (props: RecordFormProps) => {
  const { kind, title, isNew, onClose } = props;
  const formId = useId();
  const form = useRecordForm(props);
  const { values, busy, isDirty, submit } = form;
  const close = (): void => {
    if (isDirty) toastSuccess('Borrador guardado');
    onClose();
  };
  return (
    <Sheet
      open
      title={title}
      onClose={close}
      footer={
        <div className={styles.footer}>
          <Button type="submit" form={formId} variant="primary" wide busy={busy}>
            {isNew ? saveWords(kind, values) : 'Guardar cambios'}
          </Button>
          {isNew ? (
            <Button wide disabled={busy} onClick={() => void submit(true)}>
              Guardar y cargar otro
            </Button>
          ) : null}
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(false);
        }}
      >
        <FormHead {...props} form={form} />
        <Fields key={form.round} {...props} form={form} />
        {isNew ? <Hints kind={kind} values={values} things={props.things} /> : null}
      </form>
    </Sheet>
  );
};

const fieldId = (name: string): string => `registro-${name}`;

/** A sentence of a field names the field, for the summary stands far from it. */
const named = (kind: RecordedKind, { path, message }: Issue): string => {
  const label = kind.fields[path.split('.')[0] ?? '']?.label;
  return label === undefined ? message : `${label}: ${message}`;
};

const FormHead = ({ kind, form, notice }: RecordFormProps & { readonly form: FormState }) => (
  <>
    {notice}
    {form.restored ? (
      <Notice
        action={
          <Button compact onClick={form.startOver}>
            Empezar de nuevo
          </Button>
        }
      >
        Recuperamos lo que estabas cargando
      </Notice>
    ) : null}
    {form.failed ? (
      <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
        {form.failed}
      </Notice>
    ) : null}
    <FormErrorSummary
      attempt={form.attempt}
      errors={form.issues.map((issue) => ({
        fieldId: fieldId(issue.path.split('.')[0] ?? ''),
        message: named(kind, issue),
      }))}
    />
  </>
);

/** The kind's own fields: those of the first view, then the rest behind 'Agregar detalle'. */
const Fields = ({ kind, role, things, form }: RecordFormProps & { readonly form: FormState }) => {
  const today = useToday();
  const { values, issues, submit, set } = form;
  const names = fieldNamesFor(kind, role).filter((name) => !isAway(kind, name, values));
  const found = foundPlace(kind, values, things.stock);
  const errorOf = (name: string): string | undefined =>
    issues.find((issue) => issue.path === name || issue.path.startsWith(`${name}.`))?.message;
  const isFirst = (name: string): boolean => {
    const field = kind.fields[name];
    if (!field) return false;
    const isDoubt = name === kind.place.rodeo && kind.place.lot !== undefined && !field.required;
    // Where one rodeo stands in the lot there is nothing to ask (ux.md §1.3: three touches).
    if (isDoubt && values[name] === undefined && errorOf(name) === undefined) {
      return (
        isRodeoInDoubt(kind, values, things.stock) &&
        things.rodeos.length > 0 &&
        values[kind.place.lot ?? ''] !== undefined
      );
    }
    return field.main || errorOf(name) !== undefined;
  };
  const [first] = useState(() => new Set(names.filter(isFirst)));
  const shown = names.filter((name) => first.has(name) || isFirst(name));
  const rest = names.filter((name) => !shown.includes(name));
  const widget = (name: string): ReactNode => {
    const field = kind.fields[name];
    return field ? (
      <FieldWidget
        key={name}
        id={fieldId(name)}
        name={name}
        field={field}
        kind={kind}
        values={values}
        found={found}
        things={things}
        today={today}
        error={errorOf(name)}
        onChange={(value) => set(name, value)}
        onDone={() => void submit(false)}
      />
    ) : null;
  };
  return (
    <>
      {placeBeforeDay(kind, shown).map(widget)}
      <Details isFull={[...rest, 'detail'].some((name) => Boolean(values[name]))}>
        {rest.map(widget)}
        <TextArea
          id={fieldId('detail')}
          label="Detalle"
          optional
          maxLength={limits.detailMaxLength}
          value={typeof values['detail'] === 'string' ? values['detail'] : ''}
          onChange={(text) => set('detail', text)}
          {...(errorOf('detail') !== undefined && { error: errorOf('detail') })}
        />
      </Details>
    </>
  );
};

const isPlace = (kind: RecordedKind, name: string): boolean =>
  ['lot', 'rodeo', 'campo'].includes(kind.fields[name]?.control ?? '');

/** Where, when, what: the order in which a hand tells it. */
const placeBeforeDay = (kind: RecordedKind, names: readonly string[]): string[] => {
  const rank = (name: string): number => (isPlace(kind, name) ? 0 : name === 'date' ? 1 : 2);
  return names.toSorted((a, b) => rank(a) - rank(b));
};

const Details = ({ isFull, children }: { readonly isFull: boolean; readonly children: ReactNode }) => {
  const [open, setOpen] = useState(isFull);
  if (open) return <div className={styles.details}>{children}</div>;
  return (
    <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => setOpen(true)}>
      Agregar detalle
    </Button>
  );
};
