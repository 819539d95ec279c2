import { useRef, useState } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Payload, Result } from '#domain';
import { useFarm, useFarmStatus } from '#platform';
import {
  type Draft,
  failureOf,
  type FormFailure,
  tellOtherWindows,
  useKeptAtTheEnd,
  useOnce,
  useOtherWindows,
} from '#forms';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { takeBack } from '#farm/take-back.ts';
import { toastError, toastSuccess } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import { useBusy } from '#update/busy.ts';
import type { FarmThings } from '../start.ts';
import { newTanda, payloadsOf, type Tanda, tandaFrom, type Touch } from './tanda.ts';
import { sayRecordSaved } from '../use-record-form.tsx';

const touchVibrateMs = 10;

export interface TandaOptions {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly draftKey: string;
  readonly start: Tanda;
  readonly fresh: Tanda;
  /** Atomic. */
  readonly save: (payloads: readonly Payload[]) => Promise<Result<Saved, SaveProblem>>;
}

const noProblem: FormFailure = { message: null, issues: [] };

/** Touches: each stored at once, the last removable. */
function useTouches({ draftKey, start }: TandaOptions) {
  const draft = useTandaDraft(draftKey, start);
  const [removed, setRemoved] = useState<{ readonly touch: Touch; readonly index: number } | null>(null);
  const set = (changes: Partial<Tanda>): void => draft.change({ ...draft.latest(), ...changes });
  return {
    ...draft,
    removed: removed?.touch ?? null,
    set,
    add: (touch: Omit<Touch, 'at'>): void => {
      setRemoved(null);
      const { touches } = draft.latest();
      set({
        touches: [...touches, { ...touch, at: new Date().toISOString() }],
        text: '',
        tag: '',
        // Pin the mother asked for: the place's stock may change during the ride.
        ...(touch.mother !== undefined && { mother: touch.mother }),
      });
      vibrate(touchVibrateMs);
    },
    removeAt: (index: number): void => {
      const touch = draft.tanda.touches[index];
      if (!touch) return;
      setRemoved({ touch, index });
      set({ touches: draft.latest().touches.filter((other) => other !== touch) });
    },
    putBack: (): void => {
      if (removed === null) return;
      set({ touches: draft.latest().touches.toSpliced(removed.index, 0, removed.touch) });
      setRemoved(null);
    },
  };
}

const backWhereOneWas = {
  untraced: 'Deshecho: seguís donde estabas',
  deleted: 'Se eliminó lo enviado: seguís donde estabas',
};

/** Saving, and undo while nobody else has seen the record. */
function useEnding({ kind, things, draftKey, save }: TandaOptions, touches: ReturnType<typeof useTouches>) {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const [done, setDone] = useState<{ readonly saved: Saved; readonly tanda: Tanda } | null>(null);
  const [problem, setProblem] = useState(noProblem);

  const finish = useOnce(async (): Promise<boolean> => {
    const whole = touches.latest();
    await touches.settle();
    const saved = await save(payloadsOf(kind, whole, things));
    if (saved.ok) {
      touches.tell();
      sayRecordSaved(reach === 'reachable');
      setDone({ saved: saved.value, tanda: whole });
      return true;
    }
    touches.change(whole);
    touches.keepNow();
    setProblem(failureOf(saved.problem));
    return false;
  });
  /** Begun in another window since this one was saved: it must not be written over. */
  const begunElsewhere = async (): Promise<Tanda | null> => tandaFrom(await farm.views.draft(draftKey));
  /** Stores the draft before deleting the record: a dead battery in between must not lose both. */
  const undo = async (): Promise<void> => {
    if (!done) return;
    if (await begunElsewhere()) return toastError('Ya empezaste otra tanda. La guardada se elimina en Movimientos');
    if (!(await farm.saveDraft(draftKey, { ...done.tanda }))) return toastError(offlineSentences.notDone);
    const { entityId, others = [] } = done.saved;
    if (await takeBack(farm, [entityId, ...others], backWhereOneWas)) {
      setDone(null);
      touches.change(done.tanda);
      return;
    }
    await farm.saveDraft(draftKey, null);
  };
  const begin = (tanda: Tanda): void => {
    setDone(null);
    setProblem(noProblem);
    touches.change(tanda);
  };
  const clearProblem = (): void => setProblem(noProblem);
  const isFinished = async (): Promise<boolean> => (await finish.run()) ?? false;
  return { ...problem, busy: finish.busy, done, finish: isFinished, undo, begin, begunElsewhere, clearProblem };
}

/** State and actions of a tanda. */
export function useTanda(options: TandaOptions) {
  const touches = useTouches(options);
  const ending = useEnding(options, touches);
  useBusy(options.draftKey, ending.done === null && touches.tanda.touches.length > 0);
  return {
    ...touches,
    ...ending,
    set: (changes: Partial<Tanda>): void => {
      ending.clearProblem();
      touches.set(changes);
    },
    /** Next tanda, same place and date (ux.md §1.2, Bulk). */
    another: async (): Promise<void> => {
      const { values, category, mother } = touches.latest();
      const next = { ...newTanda(values, category), ...(mother !== undefined && { mother }) };
      ending.begin((await ending.begunElsewhere()) ?? next);
    },
    /** Answer about heifers that become cows. */
    answer: (mother: string, name: string, value: unknown): void => {
      ending.clearProblem();
      const { passed } = touches.latest();
      touches.set({ passed: { ...passed, [mother]: { ...passed[mother], [name]: value } } });
    },
    startOver: (): void => ending.begin(options.fresh),
  };
}

export type TandaState = ReturnType<typeof useTanda>;

export interface PadProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly state: TandaState;
}

const keepTypedAfterMs = 300;

/** Writes states in order: an older one never overwrites a newer. */
function tandaWriter(save: (tanda: Tanda) => Promise<boolean>, onSettled: (tanda: Tanda, isSaved: boolean) => void) {
  let unwritten: Tanda | null = null;
  let writing: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async (): Promise<void> => {
    const next = unwritten;
    if (next === null) return;
    unwritten = null;
    const isSaved = await save(next);
    if (!isSaved) unwritten ??= next;
    onSettled(next, isSaved);
  };
  const keepNow = (): void => {
    clearTimeout(timer);
    writing = writing.then(write);
  };
  return {
    keepNow,
    put: (next: Tanda, isAtOnce: boolean): void => {
      unwritten = next;
      clearTimeout(timer);
      if (isAtOnce) keepNow();
      else timer = setTimeout(keepNow, keepTypedAfterMs);
    },
    /** Undefined where a newer state is not written yet. */
    read: async (ask: () => Promise<Draft | null>): Promise<Draft | null | undefined> => {
      await writing;
      const stored = await ask();
      return unwritten === null ? stored : undefined;
    },
    /** Drops what is unwritten; resolves when the current write ends. */
    settle: (): Promise<void> => {
      clearTimeout(timer);
      unwritten = null;
      return writing;
    },
  };
}

/** Stores every touch at once: a dead battery costs at most the animal on the scale (ux.md §1.2, Bulk). */
function useTandaDraft(draftKey: string, start: Tanda) {
  const farm = useFarm();
  const [tanda, setTanda] = useState(start);
  const [isUnsaved, setUnsaved] = useState(false);
  /** Those stored, or told that they were not. */
  const [settled, setSettled] = useState(start.touches);
  const name = `${farm.organizationId}/${draftKey}`;
  const tell = (): void => tellOtherWindows(name);
  const [writer] = useState(() =>
    tandaWriter(
      (next) => farm.saveDraft(draftKey, { ...next }),
      ({ touches }, isSaved) => {
        setSettled(touches);
        setUnsaved(!isSaved);
        if (isSaved) tell();
      },
    ),
  );
  const latest = useRef(start);
  // Else the touches of each would overwrite the other's, and both would be saved.
  useOtherWindows(name, () => {
    void writer
      .read(() => farm.views.draft(draftKey))
      .then((stored) => {
        if (stored === undefined) return;
        if (!stored && latest.current.touches[0]) toastSuccess(offlineSentences.savedElsewhere);
        latest.current = tandaFrom(stored) ?? { ...latest.current, touches: [] };
        setTanda(latest.current);
        setSettled(latest.current.touches);
      });
  });
  useKeptAtTheEnd(writer.keepNow);
  return {
    // An animal counts once stored, or once told that it was not.
    tanda:
      settled === tanda.touches ? tanda : { ...tanda, touches: tanda.touches.filter((one) => settled.includes(one)) },
    /** The last touch was not stored; retried with the next. */
    isUnsaved,
    /** State after the last change, even before render: two quick touches count twice. */
    latest: () => latest.current,
    /** Touches are stored at once, typing shortly after. */
    change: (next: Tanda): void => {
      const isTouch = next.touches !== latest.current.touches;
      latest.current = next;
      setTanda(next);
      writer.put(next, isTouch);
    },
    settle: () => {
      // From here the record holds them.
      setSettled(latest.current.touches);
      return writer.settle();
    },
    keepNow: writer.keepNow,
    tell,
  };
}
