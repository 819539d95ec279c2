import { rain } from '#domain/movements/kinds/weather.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import type { Row } from './disk.ts';

/** A small thing of the farm as it is kept. */
export interface ThingRow extends Row {
  readonly thing: unknown;
}

/** A confirmed movement with the words of its indexes. */
export interface MovementRow extends Row {
  readonly order: string;
  readonly byType: string;
  readonly places: readonly string[];
  readonly movement: Movement;
}

/** Hundredths of a millimetre: whole numbers add and take away without a rest. */
export interface RainRow extends Row {
  readonly hundredths: number;
}

/** Lists are in this order: the day of the fact, then the moment of the record, then the id, so that no two are alike. */
export const orderKey = (movement: Pick<Movement, 'date' | 'created_at' | 'id'>): string =>
  `${movement.date}|${movement.created_at}|${movement.id}`;

/** The set of confirmed rows of an organization that a generation names. */
export const scopeOf = (organizationId: string, generation: number): string => `${organizationId}#${generation}`;

/** Fields of a movement that say where it happened. */
const lotFields = ['lot_id', 'from_lot_id', 'to_lot_id'] as const;
const rodeoFields = ['rodeo_id', 'from_rodeo_id', 'to_rodeo_id'] as const;

const idsAt = (metadata: Readonly<Record<string, unknown>>, fields: readonly string[]): string[] =>
  fields.map((field) => metadata[field]).filter((id): id is string => typeof id === 'string');

/** Lots that a movement is about, each once. */
export const lotsOf = (movement: Movement): string[] => {
  const several = movement.metadata['lot_ids'];
  const listed = Array.isArray(several) ? several.filter((id): id is string => typeof id === 'string') : [];
  return [...new Set([...idsAt(movement.metadata, lotFields), ...listed])];
};

/** Rodeos that a movement is about, each once. */
export const rodeosOf = (movement: Movement): string[] => [
  ...new Set([...(movement.rodeoId === null ? [] : [movement.rodeoId]), ...idsAt(movement.metadata, rodeoFields)]),
];

const assetIdOf = (line: unknown): string[] => {
  const id: unknown =
    typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>)['asset_id'] : null;
  return typeof id === 'string' ? [id] : [];
};

/** Items of the store room that a movement names, each once: itself, in the lines of a delivery note, in the products of a treatment. */
const assetsOf = ({ metadata }: Pick<Movement, 'metadata'>): string[] => {
  const listed = [metadata['lines'], metadata['products']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [...new Set([metadata, ...listed].flatMap(assetIdOf))];
};

/** The breeding cycle that a movement names. */
export const cycleOf = ({ metadata }: Pick<Movement, 'metadata'>): string | null => {
  const id = metadata['reproductive_cycle_id'];
  return typeof id === 'string' ? id : null;
};

/** Whether a movement waits for somebody's look: 'A revisar'. */
export const isInReview = (movement: Movement): boolean => movement.review !== undefined;

/** The words under which a movement is found, beside its kind. */
export function placeWords(movement: Movement): readonly string[] {
  const cycle = cycleOf(movement);
  return [
    ...lotsOf(movement).map((lot) => `L/${lot}`),
    ...rodeosOf(movement).map((rodeo) => `R/${rodeo}`),
    ...assetsOf(movement).map((asset) => `A/${asset}`),
    ...(cycle === null ? [] : [`C/${cycle}`]),
    ...(isInReview(movement) ? ['V'] : []),
  ];
}

/** The row of a confirmed movement. */
export function movementRow(scope: string, movement: Movement): MovementRow {
  const order = orderKey(movement);
  return {
    key: `${scope}/${movement.id}`,
    order: `${scope}/${order}`,
    byType: `${scope}/${movement.type}/${order}`,
    places: placeWords(movement).map((word) => `${scope}/${word}/${order}`),
    movement,
  };
}

/** What a movement adds to the rain of its month and campo: `YYYY-MM|campo` and hundredths of a millimetre. */
export interface Rain {
  readonly month: string;
  readonly hundredths: number;
}

/** What a movement adds to the sums of rain, where it does. */
export function rainOf(movement: Movement): Rain | null {
  const mm = movement.metadata['mm'];
  if (movement.type !== rain.type || isDeleted(movement) || typeof mm !== 'number') return null;
  const campo = movement.metadata['campo_id'];
  return {
    month: `${movement.date.slice(0, 7)}|${typeof campo === 'string' ? campo : ''}`,
    hundredths: Math.round(mm * 100),
  };
}
