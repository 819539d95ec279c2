import type { Day } from '../dates.ts';
import type { Issue } from '../validation.ts';
import type { ChildDraft } from './answers.ts';
import type { Posting } from './ledger.ts';
import { type Payload, parsePayload } from './prepare.ts';
import { recordedKind } from './registry.ts';

/** What a completed payload of a type brings about. Null where nothing follows. */
export const childOf = (type: string, payload: Payload): ChildDraft | null =>
  recordedKind(type)?.child?.of(payload) ?? null;

/** What a movement's child books: the phone shows it with the parent until the server has made the child. */
export function childPostings(type: string, payload: Payload): readonly Posting[] {
  const child = childOf(type, payload);
  const kind = child && recordedKind(child.type);
  return kind ? kind.postings(child.payload) : [];
}

/**
 * What a child that moves animals lacks by its own kind, at its parent's fields. A weighing, which moves none, was checked in its parent.
 */
export function childIssues(type: string, payload: Payload, today: Day): readonly Issue[] {
  const child = childOf(type, payload);
  const kind = child && recordedKind(child.type);
  const parsed = kind && kind.herd !== 'unchanged' ? parsePayload(kind, child.payload, today) : null;
  if (!parsed || parsed.ok) return [];
  const { fields = {} } = recordedKind(type)?.child ?? {};
  return parsed.problem.map(({ path, message }) => {
    const field = path.split('.')[0] ?? '';
    return { path: fields[field] ?? field, message };
  });
}
