import type { RecordedKind } from '../../../domain/movements/define.ts';
import { failure, success } from '../../../domain/result.ts';
import { useDraft } from '../../forms/drafts.ts';
import { useFarmStatus } from '../../platform/farm-context.tsx';
import { failureOf, useForm } from '../../forms/use-form.ts';
import { useWithdrawalStop } from '../../farm/withdrawal-stop.tsx';
import { sayRecordSaved } from './after-save.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { useTaking } from './use-taking.ts';
import type { Values } from './values.ts';

/** What the next record of a series starts from: the same place and day, nothing counted (ux.md §1.2, Bulk). */
const forNext = (kind: RecordedKind, values: Values): Values => {
  const places = ['date', 'campo_id', 'whole', kind.place.lot, kind.place.rodeo];
  return Object.fromEntries(Object.entries(values).filter(([name]) => places.includes(name)));
};

/** What was answered on the way; all else stands as it was. */
const newIn = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** What an earlier visit left is the whole of it: what stands in a new form and was taken away there stays away. */
const whole = (start: Values, kept: Values | null): Values | null =>
  kept && { ...Object.fromEntries(Object.keys(start).map((name) => [name, undefined])), ...kept };

/** A form of a record: what only a record asks before it is saved, and what follows on it. */
export function useRecordForm(props: RecordFormProps) {
  const { kind, start, draftKey, kept, save, onClose } = props;
  const status = useFarmStatus();
  const stop = useWithdrawalStop(props.role, draftKey);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, whole(start, kept)),
    ...(props.issues && { issues: props.issues }),
    ask: async (values: Values) => {
      const taken = await taking.ask((answered) => form.change(newIn(values, answered)));
      const asked = taken && (await stop.ask(kind, taken.payload, start));
      if (!taken || !asked) return null;
      return asked.ok ? success({ values: taken.values, payload: asked.value }) : failure(failureOf(asked.problem));
    },
    save: async ({ values, payload }, andAnother: boolean) => {
      const saved = await save(payload, values);
      if (!saved.ok) return failureOf(saved.problem);
      stop.forget();
      sayRecordSaved(status.reach === 'reachable');
      if (andAnother) return { next: forNext(kind, values) };
      onClose();
      return null;
    },
  });
  const taking = useTaking(props, form.values);
  const dialog = taking.dialog ?? stop.dialog;
  return {
    ...form,
    // While the person is asked, nothing is on its way.
    busy: form.busy && dialog === null,
    short: taking.short,
    dialog,
    set: (name: string, value: unknown): void => form.change({ [name]: value }),
  };
}

/** What a form's parts are given of it. */
export type FormState = ReturnType<typeof useRecordForm>;
