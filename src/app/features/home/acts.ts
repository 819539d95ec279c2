import { byId, type IconName, mayRecord, type MovementGroup, recordedKind, recordedKinds, type Role } from '#domain';
import { treatment, weighing } from '#domain/movements/kinds/care.ts';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { death } from '#domain/movements/kinds/outflows.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { type OwnAct, ownActs } from '#farm/own-acts.ts';
import { useSyncExternalStore } from 'react';
import { deviceText } from '#store/device-choice.ts';

export type Opening = { readonly is: 'record' | 'one-by-one'; readonly type: string } | { readonly is: OwnAct };

interface HomeAct {
  /** Stored in the person's choice. */
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly group: MovementGroup;
  readonly opens: Opening;
}

const recording = (kind: (typeof recordedKinds)[number], label = kind.spoken): HomeAct => ({
  id: kind.type,
  label,
  icon: kind.icon,
  group: kind.group,
  opens: { is: 'record', type: kind.type },
});

const own = (is: OwnAct): HomeAct => ({ ...ownActs[is], opens: { is } });

/** Most frequent acts, always in the same place, so a thumb finds them without looking (domain.md §2.15). */
const usual: readonly HomeAct[] = [
  recording(birth),
  recording(rain),
  recording(death),
  own('move'),
  recording(treatment, 'Vacunar'),
  { ...recording(weighing), opens: { is: 'one-by-one', type: weighing.type } },
  own('count'),
  own('note'),
];

/** What fits a small phone's first view beside the last record. */
export const mostActs = usual.length;

/** Usual ones first. */
export function actsFor(role: Role): readonly HomeAct[] {
  const known = new Set(usual.map(({ id }) => id));
  const others = recordedKinds.filter(({ type }) => !known.has(type)).map((kind) => recording(kind));
  return [...usual, ...others].filter(({ opens }) => {
    const kind = 'type' in opens ? recordedKind(opens.type) : null;
    return !kind || mayRecord(role, kind);
  });
}

/** Chosen buttons in their order; the usual ones without a choice. */
export function shownActs(role: Role, chosen: readonly string[] | null): readonly HomeAct[] {
  const acts = actsFor(role);
  const own = chosen?.flatMap((id) => byId(acts, id) ?? []) ?? [];
  return (own.length > 0 ? own : acts).slice(0, mostActs);
}

/** Per device, not per farm. */
const chosen = deviceText('botones');

export const keepChosenActs = (ids: readonly string[]): void => chosen.keep(ids.join(' '));

export function useChosenActs(): readonly string[] | null {
  const text = useSyncExternalStore(chosen.subscribe, chosen.current);
  return text === '' ? null : text.split(' ');
}
