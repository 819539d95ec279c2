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

const lotFields = ['lot_id', 'from_lot_id', 'to_lot_id'] as const;
const rodeoFields = ['rodeo_id', 'from_rodeo_id', 'to_rodeo_id'] as const;

const idsAt = (metadata: Readonly<Record<string, unknown>>, fields: readonly string[]): string[] =>
  fields.map((field) => metadata[field]).filter((id): id is string => typeof id === 'string');

export const lotsOf = (movement: Movement): string[] => {
  const several = movement.metadata.lot_ids;
  const listed = Array.isArray(several) ? several.filter((id): id is string => typeof id === 'string') : [];
  return [...new Set([...idsAt(movement.metadata, lotFields), ...listed])];
};

export const rodeosOf = (movement: Movement): string[] => [
  ...new Set([...(movement.rodeoId === null ? [] : [movement.rodeoId]), ...idsAt(movement.metadata, rodeoFields)]),
];

const assetIdOf = (line: unknown): string[] => {
  const id: unknown =
    typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>).asset_id : null;
  return typeof id === 'string' ? [id] : [];
};

/** Distinct store-room items of a movement: its own, in a delivery note's lines, in a treatment's products. */
const assetsOf = ({ metadata }: Pick<Movement, 'metadata'>): string[] => {
  const listed = [metadata.lines, metadata.products].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [...new Set([metadata, ...listed].flatMap(assetIdOf))];
};

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
