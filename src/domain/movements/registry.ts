import type { Kind, RecordedKind, SystemKind } from './define.ts';
import * as care from './kinds/care.ts';
import * as inflows from './kinds/inflows.ts';
import * as moves from './kinds/moves.ts';
import * as outflows from './kinds/outflows.ts';
import * as reproduction from './kinds/reproduction.ts';
import * as supplies from './kinds/supplies.ts';
import { systemKinds } from './kinds/system.ts';
import * as weather from './kinds/weather.ts';
import { isOpening, type Movement } from './movement.ts';
import { entryKinds } from '../supplies/stock.ts';
import { recordedTypes } from './types.ts';

/** Everything that the files of kinds export: a new kind needs no line here. */
const declared: readonly RecordedKind[] = [care, inflows, moves, outflows, reproduction, supplies, weather].flatMap(
  (file) => Object.values<RecordedKind>(file),
);

/** Kinds that people record, in the order of the menu (domain.md §3). */
export const recordedKinds: readonly RecordedKind[] = declared.toSorted(
  (a, b) => recordedTypes.indexOf(a.type) - recordedTypes.indexOf(b.type),
);

const kinds = new Map<string, Kind>([...recordedKinds, ...systemKinds].map((kind) => [kind.type, kind]));

/** The fallback for unknown types (product.md §2). */
const unknownKind: Omit<SystemKind, 'type'> = { label: 'Movimiento', icon: 'dot', group: 'sistema', recorded: false };

/** The declaration of a type; a newer server's type reads 'Movimiento'. */
export const kindOf = (type: string): Kind | typeof unknownKind => kinds.get(type) ?? unknownKind;

const { ajuste, merma, devolucion } = entryKinds;
const ofTheStoreRoom: Readonly<Record<string, string | undefined>> = { ajuste, merma, devolucion };

/** What a record is called: a count of the store room, say, is one, whatever the sign of its difference (decision 77). */
export const labelOf = (type: string, { entry_kind: said }: Readonly<Record<string, unknown>>): string =>
  ofTheStoreRoom[String(said)] ?? kindOf(type).label;

export function recordedKind(type: string): RecordedKind | null {
  const kind = kinds.get(type);
  return kind?.recorded ? kind : null;
}

/** Whether a person recorded the movement itself and may edit and delete it. */
export const isRecord = (movement: Pick<Movement, 'type' | 'metadata'>): boolean =>
  kindOf(movement.type).recorded || isOpening(movement);

export const allKinds: readonly Kind[] = [...kinds.values()];
