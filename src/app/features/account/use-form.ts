import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { type Issue, issuesOf } from '../../../domain/validation.ts';

/** A small form: what is typed, what is wrong with it, and whether it is on its way. Nothing typed is lost by an error. */
export interface Form<K extends string> {
  readonly values: Readonly<Record<K, string>>;
  readonly set: (name: K, text: string) => void;
  /** The sentence for a field, if any. */
  readonly errorOf: (name: K) => string | undefined;
  readonly message: string | null;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
}

type Outcome = { readonly message: string; readonly issues: readonly Issue[] } | null;

/** Makes a form over a schema that gives texts; `send` takes them in their one spelling (a mail, a telephone) and gives null when it worked, else what to say. */
export function useForm<K extends string>(
  names: readonly K[],
  schema: z.ZodMiniType,
  send: (values: Readonly<Record<K, string>>) => Promise<Outcome>,
): Form<K> {
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Record<K, string>);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  return {
    values,
    set: (name, text) => {
      setValues((before) => ({ ...before, [name]: text }));
      setIssues((before) => before.filter((issue) => issue.path !== name));
    },
    errorOf: (name) => issues.find((issue) => issue.path === name)?.message,
    message,
    busy,
    submit: async () => {
      // The Enter key knows nothing of a button that is busy.
      if (isUnderWay.current) return;
      const parsed = schema.safeParse(values);
      setIssues(parsed.success ? [] : issuesOf(parsed.error.issues));
      setMessage(null);
      if (!parsed.success) return;
      setBusy(true);
      isUnderWay.current = true;
      const failed = await send(parsed.data as Readonly<Record<K, string>>);
      isUnderWay.current = false;
      setBusy(false);
      setIssues(failed?.issues ?? []);
      setMessage(failed?.message ?? null);
    },
  };
}
