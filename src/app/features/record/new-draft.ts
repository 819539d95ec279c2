import type { RecordedKind } from '#domain/movements/define.ts';
import { useDraftOnce } from '#forms';
import type { OpenedFrom } from './start.ts';
import { payloadFrom, type Values } from './values.ts';

/** Under which a new record of a kind is kept while it is typed, per place that it was opened from. */
const newDraftKey = (type: string, from: OpenedFrom): string =>
  ['registro', type, from.lotId, from.rodeoId].filter(Boolean).join(' ');

const places = ['day', 'lot', 'rodeo', 'campo'];

/** Whether a person typed something beside the place and the day: those alone are no draft, and next time both are found anew. */
export function hasTyped(kind: RecordedKind, values: Values, start: Values): boolean {
  const [typed, before] = [payloadFrom(kind, values), payloadFrom(kind, start)];
  return Object.keys(typed).some(
    (name) =>
      !places.includes(kind.fields[name]?.control ?? '') &&
      JSON.stringify(typed[name]) !== JSON.stringify(before[name]),
  );
}

interface NewDraft {
  readonly key: string;
  /** What an earlier visit left half-typed. */
  readonly values: Values | null;
}

/**
 * The draft of a new record; undefined while the disk is asked. One brought about by another record (deaths by hail) is kept apart from the
 * ordinary one, and found from the menu once nothing else of its kind waits there.
 */
export function useNewDraft(type: string, from: OpenedFrom, isBroughtAbout: boolean): NewDraft | undefined {
  const ordinary = newDraftKey(type, from);
  const beside = `${ordinary} tras`;
  const values = useDraftOnce(ordinary);
  const valuesBeside = useDraftOnce(beside);
  if (values === undefined || valuesBeside === undefined) return undefined;
  const isBeside = isBroughtAbout || (values === null && valuesBeside !== null);
  return isBeside ? { key: beside, values: valuesBeside } : { key: ordinary, values };
}
