import { useState } from 'react';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Issue } from '../../../domain/validation.ts';
import { useSaveWithAttachments } from '../../frame/attachments/under-way.ts';
import { useKeptDraft } from '../../frame/drafts.ts';
import { useFarmStatus } from '../../frame/farm-context.tsx';
import { useWithdrawalStop } from '../../frame/withdrawal-stop.tsx';
import type { SaveProblem } from '../../sync/farm.ts';
import { useBusy } from '../../update/busy.ts';
import { sayRecordSaved } from './after-save.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { useTaking } from './use-taking.ts';
import type { Values } from './values.ts';

const isSame = (a: Values, b: Values): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the next record of a series starts from: the same place and day, nothing counted (ux.md §1.2, Bulk). */
const forNext = (kind: RecordedKind, values: Values): Values => {
  const places = ['date', 'campo_id', 'whole', kind.place.lot, kind.place.rodeo];
  return Object.fromEntries(Object.entries(values).filter(([name]) => places.includes(name)));
};

/** What is typed and what is wrong with it. `round` counts the fresh starts. */
interface Typed {
  readonly base: Values;
  readonly values: Values;
  readonly round: number;
  readonly restored: boolean;
  readonly issues: readonly Issue[];
  readonly failed: string | null;
  readonly attempt: number;
}

const opened = ({ start, kept, issues = [] }: RecordFormProps): Typed => ({
  base: start,
  values: kept ?? start,
  round: 0,
  restored: kept !== null,
  issues,
  failed: null,
  attempt: 0,
});

const begun = (before: Typed, values: Values): Typed => ({
  base: values,
  values,
  round: before.round + 1,
  restored: false,
  issues: [],
  failed: null,
  attempt: 0,
});

const refused = (before: Typed, problem: SaveProblem): Typed => ({
  ...before,
  attempt: before.attempt + 1,
  issues: problem.reason === 'invalid' ? problem.issues : [],
  failed: problem.reason === 'invalid' ? null : problem.message,
});

const withAnswer = (before: Typed, name: string, value: unknown): Typed => ({
  ...before,
  values: { ...before.values, [name]: value },
  issues: before.issues.filter((issue) => issue.path.split('.')[0] !== name),
});

/** The state of one form: what is typed, what is wrong with it, and the save. */
export function useRecordForm(props: RecordFormProps) {
  const { kind, start, draftKey, save, onClose } = props;
  const status = useFarmStatus();
  const [typed, setTyped] = useState(() => opened(props));
  const [busy, setBusy] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const { values } = typed;
  const isDirty = !isSame(values, typed.base);
  useBusy(draftKey, isDirty || busy);
  const draft = useKeptDraft(draftKey, values, isDirty);
  const stop = useWithdrawalStop(props.role, draftKey);
  const taking = useTaking(props, values);

  const saveOnce = async (andAnother: boolean): Promise<void> => {
    const whole = await taking.ask((answered) => setTyped((before) => ({ ...before, values: answered })));
    const asked = whole && (await stop.ask(kind, whole.payload, start));
    if (!whole || !asked) return;
    draft.settle();
    const saved = asked.ok ? await save(asked.value, whole.values) : asked;
    if (!saved.ok) {
      draft.keepAgain(whole.values);
      return setTyped((before) => refused(before, saved.problem));
    }
    stop.forget();
    sayRecordSaved(status.reach === 'reachable');
    // Not dirty any more: leaving must not keep a draft of what is on the disk already.
    setTyped((before) => begun(before, andAnother ? forNext(kind, whole.values) : whole.values));
    if (andAnother) return;
    setIsClosing(true);
    onClose();
  };
  // A sheet that is going away still has its button: a second touch on it would record twice.
  const { save: submit, isWaiting } = useSaveWithAttachments(async (andAnother: boolean): Promise<void> => {
    if (busy || isClosing) return;
    setBusy(true);
    await saveOnce(andAnother).finally(() => setBusy(false));
  });
  const dialog = taking.dialog ?? stop.dialog;
  return {
    ...typed,
    // While the person is asked, nothing is on its way.
    busy: (busy && dialog === null) || isWaiting,
    isDirty,
    submit,
    short: taking.short,
    dialog,
    set: (name: string, value: unknown): void => setTyped((before) => withAnswer(before, name, value)),
    startOver: (): void => {
      draft.settle();
      props.onDropDraft();
      setTyped((before) => begun(before, start));
    },
  };
}

/** What a form's parts are given of it. */
export type FormState = ReturnType<typeof useRecordForm>;
