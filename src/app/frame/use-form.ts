import { useEffect, useId, useRef, useState } from 'react';
import { offlineSentences } from '../../contract/sentences-offline.ts';
import { type Issue, issuesOf } from '../../domain/validation.ts';
import { useBusy } from '../update/busy.ts';
import { tabMemory } from './tab-memory.ts';

type Values<K extends string> = Readonly<Record<K, string>>;

/** A small form: what is typed, what is wrong with it, and whether it is on its way. Nothing typed is lost by an error. */
export interface Form<K extends string> {
  readonly values: Values<K>;
  readonly set: (name: K, text: string) => void;
  /** The sentence for a field, if any. */
  readonly errorOf: (name: K) => string | undefined;
  readonly message: string | null;
  readonly busy: boolean;
  /** Something is typed that was not there at first. */
  readonly isDirty: boolean;
  readonly submit: () => Promise<void>;
}

/** As far as a form asks of a schema of the domain. */
interface Schema {
  readonly safeParse: (
    values: unknown,
  ) =>
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: Parameters<typeof issuesOf>[0] } };
}

type Outcome = { readonly message: string; readonly issues: readonly Issue[] } | null;

interface FormOptions<K extends string> {
  /** What the fields hold at first. */
  readonly initial?: Partial<Values<K>>;
  /** The name under which the tab remembers what is typed, through reload and update; never passwords or codes. */
  readonly keepAs?: string;
}

const isSecret = (name: string): boolean => /password|code|token/.test(name);

/** Makes a form over a schema that gives texts; `send` takes them in their one spelling (a mail, a telephone) and gives null when it worked, else what to say. */
export function useForm<K extends string>(
  names: readonly K[],
  schema: Schema,
  send: (values: Values<K>) => Promise<Outcome>,
  { initial = {}, keepAs }: FormOptions<K> = {},
): Form<K> {
  const key = keepAs === undefined ? null : `form:${keepAs}`;
  const [first] = useState(() => valuesOf(names, (name) => initial[name] ?? ''));
  const [values, setValues] = useState(() => recalled(names, first, key));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const sending = useSending();
  const { busy } = sending;
  const isDirty = names.some((name) => values[name] !== first[name]);
  useBusy(useId(), isDirty || busy);
  useEffect(() => {
    if (key === null) return;
    if (isDirty) tabMemory.keep(key, Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))));
    else tabMemory.forget(key);
  }, [key, isDirty, values]);
  const refuse = useRefusal(setIssues);
  return {
    values,
    set: (name, text) => {
      setValues((before) => ({ ...before, [name]: text }));
      setIssues((before) => before.filter((issue) => issue.path !== name));
    },
    errorOf: (name) => issues.find((issue) => issue.path === name)?.message,
    message,
    busy,
    isDirty,
    submit: async () => {
      // The Enter key knows nothing of a button that is busy.
      if (sending.isUnderWay()) return;
      const parsed = schema.safeParse(values);
      refuse(parsed.success ? [] : issuesOf(parsed.error.issues));
      setMessage(null);
      if (!parsed.success) return;
      await sending.run(
        () => send(parsed.data as Values<K>),
        (failed) => {
          refuse(failed?.issues ?? []);
          setMessage(failed?.message ?? null);
          if (failed === null && key !== null) tabMemory.forget(key);
        },
      );
    },
  };
}

const broken: Outcome = { message: offlineSentences.notSaved, issues: [] };

/** Whether something is on its way, and how it ends. What breaks (this device's storage: a call never does) leaves a form that can be sent again. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  return {
    busy,
    isUnderWay: () => isUnderWay.current,
    run: async (send: () => Promise<Outcome>, onEnd: (outcome: Outcome) => void): Promise<void> => {
      setBusy(true);
      isUnderWay.current = true;
      let outcome = broken;
      try {
        outcome = await send();
      } finally {
        isUnderWay.current = false;
        setBusy(false);
        onEnd(outcome);
      }
    },
  };
}

/** Says what is wrong and leads to the first wrong field, for who does not see it turn red. */
function useRefusal(say: (issues: readonly Issue[]) => void): (issues: readonly Issue[]) => void {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    // A touch on a phone leaves no button focused: then the field is looked for on the page.
    const form = document.activeElement?.closest('form') ?? document;
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return (issues) => {
    say(issues);
    if (issues.length > 0) setRefusals((before) => before + 1);
  };
}

const valuesOf = <K extends string>(names: readonly K[], of: (name: K) => string): Values<K> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Values<K>;

function recalled<K extends string>(names: readonly K[], first: Values<K>, key: string | null): Values<K> {
  const kept = (key === null ? null : tabMemory.read(key)) as Readonly<Record<string, unknown>> | null;
  return valuesOf(names, (name) => {
    const text = kept?.[name];
    return typeof text === 'string' ? text : first[name];
  });
}
