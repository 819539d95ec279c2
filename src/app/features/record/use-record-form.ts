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

/** Confirms the save, and asks for persistent storage: at the first record, never on load (ux.md §2.4). */
export function sayRecordSaved(isReachable: boolean): void {
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
  vibrate(vibrateMs);
  if ('storage' in navigator && 'persist' in navigator.storage) void keepForGood(navigator.storage);
}

async function keepForGood(storage: StorageManager): Promise<void> {
  if (!(await storage.persisted())) await storage.persist();
}

/** Start of the next record: same place and date (ux.md §1.2, Bulk). */
const forNext = (kind: RecordedKind, values: Values): Values => {
  const places = ['date', 'campo_id', 'whole', kind.place.lot, kind.place.rodeo];
  return Object.fromEntries(Object.entries(values).filter(([name]) => places.includes(name)));
};

/** Answers given on the way. */
const newIn = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** A draft is complete: a start value cleared in it stays cleared. */
const whole = (start: Values, draft: Values | null): Values | null =>
  draft && { ...Object.fromEntries(Object.keys(start).map((name) => [name, undefined])), ...draft };

/** State of a record form, its questions before saving and what follows. */
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
    // Not busy while a dialog asks.
    busy: form.busy && dialog === null,
    short: taking.short,
    dialog,
    set: (name: string, value: unknown): void => form.change({ [name]: value }),
  };
}

export type FormState = ReturnType<typeof useRecordForm>;
