import type { RecordedKind } from '#domain/movements/define.ts';
import { useDraftOnce } from '#forms';
import type { OpenedFrom } from './start.ts';
import { payloadFrom, type Values } from './values.ts';

/** Draft key, per kind and place opened from. */
const newDraftKey = (type: string, from: OpenedFrom): string =>
  ['registro', type, from.lotId, from.rodeoId].filter(Boolean).join(' ');

const places = ['day', 'lot', 'rodeo', 'campo'];

/** Whether anything but place and date was typed: those alone are no draft and start afresh. */
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
  /** Values of an earlier visit. */
  readonly values: Values | null;
}

/**
 * Draft of a new record; undefined while loading. One caused by another record (deaths by hail) is kept apart, and offered from the menu
 * when no ordinary one waits.
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
