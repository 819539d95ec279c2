import type { Kind, RecordedKind, SystemKind } from './define.ts';
import { consumption, medicine, treatment, weighing } from './kinds/care.ts';
import { birth, buy, externalTransfer } from './kinds/inflows.ts';
import { changeRodeo, recategorization, transfer, transferRodeo, weaning } from './kinds/moves.ts';
import { death, outgoingTransfer, sell } from './kinds/outflows.ts';
import { abortion, pregnancyDiagnosis } from './kinds/reproduction.ts';
import { asset, assetBatch, assetConsumption } from './kinds/supplies.ts';
import { systemKinds } from './kinds/system.ts';
import { extremeTemperature, frost, hail, rain } from './kinds/weather.ts';

/** Every kind that a person records, in the order of the menu (domain.md §3). */
export const recordedKinds: readonly RecordedKind[] = [
  birth,
  rain,
  death,
  transfer,
  transferRodeo,
  changeRodeo,
  recategorization,
  weaning,
  buy,
  sell,
  externalTransfer,
  outgoingTransfer,
  weighing,
  treatment,
  medicine,
  consumption,
  pregnancyDiagnosis,
  abortion,
  frost,
  hail,
  extremeTemperature,
  asset,
  assetBatch,
  assetConsumption,
];

const kinds = new Map<string, Kind>([...recordedKinds, ...systemKinds].map((kind) => [kind.type, kind]));

/** How a movement of a type that this version does not know is shown (product.md §2: fallback 'Movimiento'). */
const unknownKind: Omit<SystemKind, 'type'> = { label: 'Movimiento', icon: 'dot', group: 'sistema', recorded: false };

/** The declaration of a type; a newer server's type reads 'Movimiento'. */
export const kindOf = (type: string): Kind | typeof unknownKind => kinds.get(type) ?? unknownKind;

/** The declaration of a type that people record, or null. */
export function recordedKind(type: string): RecordedKind | null {
  const kind = kinds.get(type);
  return kind?.recorded ? kind : null;
}

/** All declarations, for the tables that are derived from them. */
export const allKinds: readonly Kind[] = [...kinds.values()];
