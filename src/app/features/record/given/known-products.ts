import { useState } from 'react';
import {
  addDays,
  type Asset,
  asset as assetThing,
  compareNames,
  type Day,
  doseUnits,
  formatNumber,
  isDeleted,
  type Movement,
  searchable,
  withdrawingTypes,
} from '#domain';
import { isBlank } from '#domain/movements/said.ts';
import { useLiveForForm, useToday } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import type { ProductLine } from '../values.ts';

interface KnownWithdrawal {
  readonly days: number;
  /** Date of the use that told it; null: the item did. */
  readonly usedOn: Day | null;
}

/** A product with what this farm knows of it. */
export interface KnownProduct {
  readonly name: string;
  /** Null: known only by name. */
  readonly assetId: string | null;
  readonly dose: string | null;
  readonly reason: string | null;
  readonly withdrawal: KnownWithdrawal | null;
  /** Offered as a chip: a medicine, or given before. */
  readonly isOffered: boolean;
}

type Treatment = Pick<Movement, 'type' | 'date' | 'deleted' | 'metadata'>;

interface Use {
  readonly name: string;
  readonly type: string;
  readonly dose: string | null;
  readonly reason: string | null;
  readonly withdrawal: KnownWithdrawal | null;
}

/** Kinds given to animals. Vaccines first: many are given once a year. */
const medicines = ['vacuna', 'antiparasitario', 'medicamento'] as const;

/** Reason for a product never given yet. */
const reasonOfKind: Readonly<Record<string, string>> = { vacuna: 'vacunacion', antiparasitario: 'desparasitacion' };

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Products of a treatment. Its withdrawal is that of the longest, so among several it tells of none. */
function usesIn({ type, date, metadata }: Treatment): readonly Use[] {
  const { products, reason, withdrawal_days: days } = metadata;
  const lines = Array.isArray(products) ? (products as readonly Readonly<Record<string, unknown>>[]) : [];
  return lines.flatMap((line) => {
    const name = textOf(line.name);
    const withdrawal = lines.length === 1 && typeof days === 'number' ? { days, usedOn: date } : null;
    return name === null ? [] : [{ name, type, dose: textOf(line.dose), reason: textOf(reason), withdrawal }];
  });
}

/** `2 ml/cab`, from the item. */
const standardDose = ({ standard_dose: dose, standard_dose_unit: unit }: Asset): string | null =>
  typeof dose === 'number' && typeof unit === 'string' && unit in doseUnits
    ? `${formatNumber(dose)} ${doseUnits[unit as keyof typeof doseUnits]}`
    : null;

const ofItem = (item: Asset): KnownWithdrawal | null =>
  typeof item.meat_withdrawal_days === 'number' ? { days: item.meat_withdrawal_days, usedOn: null } : null;

const rankOf = (item: Asset | undefined): number => {
  const rank = medicines.findIndex((kind) => kind === item?.kind);
  return rank === -1 ? medicines.length : rank;
};

/**
 * All known products (domain.md §2.5, §3.5): last used in records of `type` first, then in others, then unused. Dose and reason are the
 * last use's, the withdrawal the item's or else the last use's. `treatments`: newest first.
 */
function knownProducts(
  items: readonly Asset[],
  treatments: readonly Treatment[],
  type: string,
): readonly KnownProduct[] {
  const uses = treatments.filter((one) => !isDeleted(one)).flatMap(usesIn);
  const ofType = [...uses.filter((use) => use.type === type), ...uses.filter((use) => use.type !== type)];
  const unused = items.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(a.name, b.name));
  const keys = new Set([...ofType, ...unused].map(({ name }) => searchable(name.trim())));
  return [...keys].map((key): KnownProduct => {
    const isThis = ({ name }: { readonly name: string }): boolean => searchable(name.trim()) === key;
    const [item, last, own] = [
      items.find(isThis),
      uses.find(isThis),
      uses.find((use) => isThis(use) && use.withdrawal),
    ];
    return {
      name: item?.name ?? last?.name ?? key,
      assetId: item?.id ?? null,
      dose: last?.dose ?? (item ? standardDose(item) : null),
      reason: last?.reason ?? reasonOfKind[item?.kind ?? ''] ?? null,
      withdrawal: (item && ofItem(item)) ?? own?.withdrawal ?? null,
      isOffered: last !== undefined || rankOf(item) < medicines.length,
    };
  });
}

export type GivenLine = Partial<ProductLine>;

const nameIn = ({ name = '' }: GivenLine): string => searchable(name.trim());

/** Whether a line names the product. */
export const isLineOf = (line: GivenLine, product: KnownProduct): boolean =>
  nameIn(line) === searchable(product.name.trim());

/** The line a chip adds. */
export const lineOf = ({ name, assetId, dose }: KnownProduct): ProductLine => ({
  ...(assetId !== null && { asset_id: assetId }),
  name,
  dose: dose ?? '',
  quantity: null,
  unit: '',
});

/** What the form's products imply. */
export interface GivenProposal {
  /** Reason of the first that has one. */
  readonly reason: string | null;
  /** The longest withdrawal and its products (domain.md §4.4); null if unknown. */
  readonly withdrawal: { readonly days: number; readonly by: readonly KnownProduct[] } | null;
}

/** What the lines imply. */
export function proposalFor(lines: readonly GivenLine[], known: readonly KnownProduct[]): GivenProposal {
  const named = lines.flatMap((line) => known.find((product) => isLineOf(line, product)) ?? []);
  const days = Math.max(-1, ...named.map(({ withdrawal }) => withdrawal?.days ?? -1));
  return {
    reason: named.find(({ reason }) => reason !== null)?.reason ?? null,
    withdrawal: days < 0 ? null : { days, by: [...new Set(named.filter((one) => one.withdrawal?.days === days))] },
  };
}

/** Form changes with its products: reason and withdrawal follow, unless the person set others. */
export function changesWith(
  values: Readonly<Record<string, unknown>>,
  products: readonly GivenLine[],
  known: readonly KnownProduct[],
): Readonly<Record<string, unknown>> {
  const before = proposalFor(Array.isArray(values.products) ? (values.products as GivenLine[]) : [], known);
  const next = proposalFor(products, known);
  const follows = (name: string, was: unknown): boolean => isBlank(values[name]) || values[name] === was;
  return {
    products,
    ...(follows('reason', before.reason) && { reason: next.reason ?? undefined }),
    ...(follows('withdrawal_days', before.withdrawal?.days) && { withdrawal_days: next.withdrawal?.days }),
  };
}

/** A year, plus weeks for a late campaign: yearly products are known by their last use. */
const lookBackDays = 430;
const treatmentsAtMost = 200;

/** The farm's products; undefined while loading. Frozen once loaded: a chip that moves gives the wrong medicine. */
export function useKnownProducts(type: string): readonly KnownProduct[] | undefined {
  const today = useToday();
  const now = useLiveForForm(
    async (views) => {
      const [items, treatments] = await Promise.all([
        views.things(assetThing.name),
        newestMovements(views, { types: [...withdrawingTypes], from: addDays(today, -lookBackDays) }, treatmentsAtMost),
      ]);
      const rows = items.map(({ row }) => row);
      return knownProducts(
        rows,
        treatments.map(({ movement }) => movement),
        type,
      );
    },
    [today, type],
  );
  const [kept, setKept] = useState(now);
  if (kept === undefined && now !== undefined) setKept(now);
  return kept ?? now;
}
