import type { Cycle } from '#domain';
import type { FarmViews } from '#sync/farm.ts';
import { inseminationsOf } from './inseminations.ts';

/** The cycle's own form over its screen. */
export const editSheet = 'editar';
const insemination = 'inseminacion';

/** The sheet of one insemination, by its place in the list; null for a new one. */
export const inseminationSheet = (index: number | null): string =>
  index === null ? insemination : `${insemination}.${index}`;

/** What a sheet's name says; undefined where it is none of an insemination. */
export function inseminationIn(sheet: string | null): number | null | undefined {
  const [name, place] = sheet?.split('.') ?? [];
  if (name !== insemination) return undefined;
  return place === undefined ? null : Number(place);
}

const besideList = new Set(['inseminations', 'offline']);

type List = Cycle['inseminations'];

/** The first line that differs from the server's: the one that was sent. Null for one that was taken out. */
function changedLine(sent: List, kept: List): number | null {
  const before = inseminationsOf({ inseminations: kept }).map((one) => JSON.stringify(one));
  const after = inseminationsOf({ inseminations: sent }).map((one) => JSON.stringify(one));
  const place = after.length < before.length ? -1 : after.findIndex((line, index) => line !== before[index]);
  return place === -1 ? null : place;
}

/** The sheet that corrects a refused change of a cycle: the insemination that was refused, else the cycle's own form. */
export async function sheetToCorrect(
  views: Pick<FarmViews, 'thing' | 'pending' | 'pendingPayload'>,
  cycleId: string,
): Promise<string> {
  const view = await views.thing('cycle', cycleId);
  const opId = view?.state === 'con_error' ? view.pendingOp : null;
  if (!view || opId === null) return editSheet;
  const [pending, payload] = await Promise.all([views.pending(), views.pendingPayload(opId)]);
  const sent: unknown = payload?.['inseminations'];
  if (!payload || !Array.isArray(sent)) return editSheet;
  const issues = pending.find((item) => item.opId === opId)?.problem?.issues ?? [];
  const named = issues.flatMap(({ path }) => /^inseminations\.(\d+)/.exec(path)?.[1] ?? []);
  const isListAlone = Object.keys(payload).every((name) => besideList.has(name));
  const [first] = named;
  const place =
    first !== undefined ? Number(first) : isListAlone ? changedLine(sent as List, view.row.inseminations) : null;
  return place === null || sent[place] === undefined ? editSheet : inseminationSheet(place);
}
