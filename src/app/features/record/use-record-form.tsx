import { type ReactNode, useRef, useState } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import {
  failure,
  formatNumber,
  halfOf,
  type Issue,
  noPlace,
  type Payload,
  placeQuestion,
  type Result,
  type Role,
  success,
} from '#domain';
import { failureOf, useDraft, useForm } from '#forms';
import { useFarmStatus, useToday } from '#platform';
import { useWithdrawalStop } from '#farm/withdrawal-stop.tsx';
import { Button, Notice, Sheet, Stack, toastSuccess } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import { type Short, shortages, useLater } from './short.ts';
import { type FarmThings, rodeoOfLastTime } from './start.ts';
import type { TandaEntry } from './tanda-button.tsx';
import { payloadFrom, type Values } from './values.ts';
import { missingPlace, placed, placesFor } from './where.ts';

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

const newIn = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** A draft is complete: a start value cleared in it stays cleared. */
const whole = (start: Values, draft: Values | null): Values | null =>
  draft && { ...Object.fromEntries(Object.keys(start).map((name) => [name, undefined])), ...draft };

interface How {
  readonly andAnother: boolean;
  /** Given since the last save, and not yet among the values. */
  readonly answered?: Values;
}

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
      const asked = taken && (await stop.ask(kind, taken.payload, start, props.recordId));
      if (!taken || !asked) return null;
      return asked.ok ? success({ values: taken.values, payload: asked.value }) : failure(failureOf(asked.problem));
    },
    save: async ({ values, payload }, { andAnother, answered }: How) => {
      const saved = await save(payload, { ...values, ...answered });
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
  const last = useRef<How>({ andAnother: false });
  return {
    ...form,
    // Not busy while a dialog asks.
    busy: form.busy && dialog === null,
    short: taking.short,
    dialog,
    submit: async (andAnother: boolean): Promise<void> => {
      last.current = { andAnother };
      await form.submit(last.current);
    },
    /** Goes on with the save that a question held back. */
    goOn: (answered: Values): Promise<void> => form.submit({ ...last.current, answered }),
    set: (name: string, value: unknown): void => form.change({ [name]: value }),
  };
}

export type FormState = ReturnType<typeof useRecordForm>;

export interface RecordFormProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly title: string;
  readonly things: FarmThings;
  readonly start: Values;
  readonly draft: Values | null;
  readonly draftKey: string;
  readonly issues?: readonly Issue[];
  readonly recordId?: string;
  /** A new record: can be a duplicate, run short, be followed by another. */
  readonly isNew: boolean;
  readonly notice?: ReactNode;
  /** Way to the tanda, from the place filled in. */
  readonly tanda?: TandaEntry & { readonly onOpen: (values: Values) => void };
  readonly save: (payload: Payload, values: Values) => Promise<Result<Saved, SaveProblem>>;
  readonly onClose: () => void;
}

export interface QuestionsProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things' | 'recordId' | 'isNew'> {
  readonly form: FormState;
  /** Place halves that follow from other answers. */
  readonly found: Values;
  readonly today: string;
  readonly idOf: (name: string) => string;
}

const said = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Checks origin and stock before saving, asking what is missing. */
function useTaking({ kind, things, isNew }: RecordFormProps, values: Values) {
  const place = usePlaceQuestion(kind, things);
  const today = useToday();
  const later = useLater(values.date, today);
  const withLast = (of: Values): Values => ({ ...(isNew && rodeoOfLastTime(kind, of, things)), ...said(of) });
  const shortOf = (of: Values): readonly Short[] => (isNew ? shortages(kind, of, things, today, later) : []);
  const short = shortOf(withLast(values));
  return {
    short,
    dialog: place.dialog,
    /** The complete record, with every place asked; null if the person must read or answer first. */
    ask: async (onAnswered: (values: Values) => void): Promise<{ values: Values; payload: Payload } | null> => {
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

/** An id, null for 'Sin lote' or 'Sin rodeo'; undefined: back to the form. */
type Place = string | null | undefined;

interface Asked {
  readonly name: string;
  readonly values: Values;
  readonly answer: (place: Place) => void;
}

/** Asks for missing places in a dialog, as part of saving. */
function usePlaceQuestion(kind: RecordedKind, things: FarmThings) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    /** The values with every required place; null if cancelled. */
    ask: async (start: Values): Promise<Values | null> => {
      let values = start;
      for (;;) {
        const name = missingPlace(kind, values, things);
        if (name === null) return values;
        const asking = { name, values };
        const place = await new Promise<Place>((answer) => setAsked({ ...asking, answer }));
        setAsked(null);
        if (place === undefined) return null;
        values = { ...values, [name]: place };
      }
    },
    dialog: asked ? <PlaceDialog key={asked.name} kind={kind} things={things} {...asked} /> : null,
  };
}

const noneWords = (half: 'lot' | 'rodeo', { lots, rodeos }: FarmThings): string => {
  if (half === 'lot') return lots.length > 0 ? 'No hay otro lote.' : 'Todavía no hay lotes.';
  return rodeos.length > 0 ? 'No hay otro rodeo: creá uno en Rodeos.' : 'Todavía no hay rodeos: creá uno en Rodeos.';
};

const PlaceDialog = (props: Asked & { readonly kind: RecordedKind; readonly things: FarmThings }) => {
  const { kind, name, values, things, answer } = props;
  const half = halfOf(kind, name) ?? 'lot';
  const { places, none } = placesFor(kind, name, values, things);
  const called = (label: string, heads: number | null): string =>
    heads === null || heads === 0 ? label : `${label} · ${formatNumber(heads, 0)}`;
  return (
    <Sheet open role="alertdialog" title={placeQuestion(kind, name)} onClose={() => answer(undefined)}>
      <Stack>
        {things.isWhole ? null : <Notice>Este celular todavía está cargando el campo: puede faltar alguno.</Notice>}
        {places.length === 0 && none === null ? <p>{noneWords(half, things)}</p> : null}
        {places.map((place) => (
          <Button key={place.id} wide onClick={() => answer(place.id)}>
            {called(place.name, place.heads)}
          </Button>
        ))}
        {none === null ? null : (
          <Button wide variant={none > 0 || places.length === 0 ? 'default' : 'quiet'} onClick={() => answer(null)}>
            {called(noPlace[half], none)}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
};
