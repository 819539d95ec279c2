import type { RecordedKind } from '#domain/movements/define.ts';
import { failure, success } from '#domain';
import { failureOf, useDraft, useForm } from '#forms';
import { useFarmStatus } from '#platform';
import { useWithdrawalStop } from '#farm/withdrawal-stop.tsx';
import { toastSuccess } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { useTaking } from './use-taking.ts';
import type { Values } from './values.ts';

const vibrateMs = 30;

/** Says that the record is on the disk, and asks the browser to keep the disk: at the first record, never on load (ux.md §2.4). */
export function sayRecordSaved(isReachable: boolean): void {
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
  vibrate(vibrateMs);
  if ('storage' in navigator && 'persist' in navigator.storage) void keepForGood(navigator.storage);
}

async function keepForGood(storage: StorageManager): Promise<void> {
  if (!(await storage.persisted())) await storage.persist();
}

/** What the next record of a series starts from: the same place and day, nothing counted (ux.md §1.2, Bulk). */
const forNext = (kind: RecordedKind, values: Values): Values => {
  const places = ['date', 'campo_id', 'whole', kind.place.lot, kind.place.rodeo];
  return Object.fromEntries(Object.entries(values).filter(([name]) => places.includes(name)));
};

/** What was answered on the way; all else stands as it was. */
const newIn = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** What an earlier visit left is the whole of it: what stands in a new form and was taken away there stays away. */
const whole = (start: Values, draft: Values | null): Values | null =>
  draft && { ...Object.fromEntries(Object.keys(start).map((name) => [name, undefined])), ...draft };

/** A form of a record: what only a record asks before it is saved, and what follows on it. */
export function useRecordForm(props: RecordFormProps) {
  const { kind, start, draftKey, draft, save, onClose } = props;
  const status = useFarmStatus();
  const stop = useWithdrawalStop(props.role, draftKey);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, whole(start, draft)),
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
