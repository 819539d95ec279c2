import { rain } from '#domain/movements/kinds/weather.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import type { Row } from './disk.ts';

export interface ThingRow extends Row {
  readonly thing: unknown;
}

/** A confirmed movement with its index keys. */
export interface MovementRow extends Row {
  readonly order: string;
  readonly byType: string;
  readonly places: readonly string[];
  readonly movement: Movement;
}

/** Hundredths of a millimetre: integers add and subtract exactly. */
export interface RainRow extends Row {
  readonly hundredths: number;
}

/** List order: day of the fact, moment of the record, id (for uniqueness). */
export const orderKey = (movement: Pick<Movement, 'date' | 'created_at' | 'id'>): string =>
  `${movement.date}|${movement.created_at}|${movement.id}`;

/** The key prefix of an organization's set of confirmed rows. */
export const scopeOf = (organizationId: string, generation: number): string => `${organizationId}#${generation}`;

/** The ids among these values, each once. By hand: asked of every movement of a first load. */
function idsAmong(values: readonly unknown[]): string[] {
  const ids: string[] = [];
  for (const value of values) if (typeof value === 'string' && !ids.includes(value)) ids.push(value);
  return ids;
}

const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const lotsOf = ({ metadata }: Pick<Movement, 'metadata'>): string[] =>
  idsAmong([metadata.lot_id, metadata.from_lot_id, metadata.to_lot_id, ...listAt(metadata.lot_ids)]);

export const rodeosOf = ({ rodeoId, metadata }: Pick<Movement, 'rodeoId' | 'metadata'>): string[] =>
  idsAmong([rodeoId, metadata.rodeo_id, metadata.from_rodeo_id, metadata.to_rodeo_id]);

const assetIdOf = (line: unknown): unknown =>
  typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>).asset_id : null;

/** Distinct store-room items of a movement: its own, in a delivery note's lines, in a treatment's products. */
const assetsOf = ({ metadata }: Pick<Movement, 'metadata'>): string[] =>
  idsAmong([metadata, ...listAt(metadata.lines), ...listAt(metadata.products)].map(assetIdOf));

export const cycleOf = ({ metadata }: Pick<Movement, 'metadata'>): string | null => {
  const id = metadata.reproductive_cycle_id;
  return typeof id === 'string' ? id : null;
};

/** 'A revisar'. */
export const isInReview = (movement: Movement): boolean => movement.review !== undefined;

/** A movement's index words, besides its kind. */
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

/** Rain of a month and campo: `YYYY-MM|campo`, hundredths of a millimetre. */
export interface Rain {
  readonly month: string;
  readonly hundredths: number;
}

export function rainOf(movement: Movement): Rain | null {
  const mm = movement.metadata.mm;
  if (movement.type !== rain.type || isDeleted(movement) || typeof mm !== 'number') return null;
  const campo = movement.metadata.campo_id;
  return {
    month: `${movement.date.slice(0, 7)}|${typeof campo === 'string' ? campo : ''}`,
    hundredths: Math.round(mm * 100),
  };
}
