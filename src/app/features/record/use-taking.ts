import type { ReactNode } from 'react';
import type { Payload } from '#domain';
import { useToday } from '#platform';
import { usePlaceQuestion } from './place-question.tsx';
import type { RecordFormProps } from './record-form-props.ts';
import { useLater } from './later-book.ts';
import { type Short, shortages } from './short.ts';
import { rodeoOfLastTime } from './start.ts';
import { payloadFrom, type Values } from './values.ts';
import { placed } from './where.ts';

const said = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

interface Whole {
  /** With every place asked. */
  readonly values: Values;
  readonly payload: Payload;
}

interface Taking {
  /** Current shortages. */
  readonly short: readonly Short[];
  /** The complete record; null if the person must read or answer first. */
  readonly ask: (onAnswered: (values: Values) => void) => Promise<Whole | null>;
  readonly dialog: ReactNode;
}

/** Checks origin and stock before saving, asking what is missing. */
export function useTaking({ kind, things, isNew }: RecordFormProps, values: Values): Taking {
  const place = usePlaceQuestion(kind, things);
  const today = useToday();
  const later = useLater(values['date'], today);
  const withLast = (of: Values): Values => ({ ...(isNew && rodeoOfLastTime(kind, of, things)), ...said(of) });
  const shortOf = (of: Values): readonly Short[] => (isNew ? shortages(kind, of, things, today, later) : []);
  const short = shortOf(withLast(values));
  return {
    short,
    dialog: place.dialog,
    ask: async (onAnswered) => {
      const before = withLast(values);
      const whole = await place.ask(before);
      if (whole === null) return null;
      if (whole !== before) onAnswered(whole);
      const taken = shortOf(whole);
      // A shortage revealed by the answer must be read before saving anyway.
      if (taken.length > 0 && short.length === 0) return null;
      const payload = payloadFrom(kind, placed(kind, whole, things));
      return { values: whole, payload: taken.length > 0 ? { ...payload, confirmed: true } : payload };
    },
  };
}
