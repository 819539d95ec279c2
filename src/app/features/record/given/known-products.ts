import {
  type Asset,
  compareNames,
  type Day,
  doseUnits,
  formatNumber,
  isDeleted,
  type Movement,
  searchable,
} from '#domain';
import { isBlank } from '#domain/movements/said.ts';
import type { ProductLine } from '../values.ts';

/** How long animals that got a product are not to be eaten. */
interface KnownWithdrawal {
  readonly days: number;
  /** The day of the use that says so; null where the farm's own item does. */
  readonly usedOn: Day | null;
}

/** A product that a treatment may name, with what this farm knows of it. */
export interface KnownProduct {
  readonly name: string;
  /** The item of the store room; null for one that was only ever told by its name. */
  readonly assetId: string | null;
  readonly dose: string | null;
  readonly reason: string | null;
  readonly withdrawal: KnownWithdrawal | null;
  /** Whether it stands among those that are offered by a touch: a medicine, or something that animals were given before. */
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

/** What is given to animals, the vaccines first: what is vaccinated is often vaccinated once a year. */
const medicines = ['vacuna', 'antiparasitario', 'medicamento'] as const;

/** What a product is given for where nobody has given it yet. */
const reasonOfKind: Readonly<Record<string, string>> = { vacuna: 'vacunacion', antiparasitario: 'desparasitacion' };

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** The products of a treatment. Its withdrawal is that of the longest of them: it says nothing of one among several. */
function usesIn({ type, date, metadata }: Treatment): readonly Use[] {
  const { products, reason, withdrawal_days: days } = metadata;
  const lines = Array.isArray(products) ? (products as readonly Readonly<Record<string, unknown>>[]) : [];
  return lines.flatMap((line) => {
    const name = textOf(line['name']);
    const withdrawal = lines.length === 1 && typeof days === 'number' ? { days, usedOn: date } : null;
    return name === null ? [] : [{ name, type, dose: textOf(line['dose']), reason: textOf(reason), withdrawal }];
  });
}

/** `2 ml/cab`, as the item says it. */
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
 * Every product that the farm knows, by item or treatment (domain.md §2.5, §3.5): last used in a record of `type` first, then in others,
 * then unused. Dose and reason are the last use's; the withdrawal is the item's, else the last use's. `treatments`: the newest first.
 */
export function knownProducts(
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

/** A line of a form's products; a draft or an older record may have left parts out. */
export type GivenLine = Partial<ProductLine>;

const nameIn = ({ name = '' }: GivenLine): string => searchable(name.trim());

/** Whether a line names a product. */
export const isLineOf = (line: GivenLine, product: KnownProduct): boolean =>
  nameIn(line) === searchable(product.name.trim());

/** The line that a touch on a product puts into the form. */
export const lineOf = ({ name, assetId, dose }: KnownProduct): ProductLine => ({
  ...(assetId !== null && { asset_id: assetId }),
  name,
  dose: dose ?? '',
  quantity: null,
  unit: '',
});

/** What follows from the products that a form names. */
export interface GivenProposal {
  /** The reason of the first that has one. */
  readonly reason: string | null;
  /** The longest withdrawal, and those that ask for it (domain.md §4.4); null where none is known. */
  readonly withdrawal: { readonly days: number; readonly by: readonly KnownProduct[] } | null;
}

/** The proposal for some lines of products. */
export function proposalFor(lines: readonly GivenLine[], known: readonly KnownProduct[]): GivenProposal {
  const named = lines.flatMap((line) => known.find((product) => isLineOf(line, product)) ?? []);
  const days = Math.max(-1, ...named.map(({ withdrawal }) => withdrawal?.days ?? -1));
  return {
    reason: named.find(({ reason }) => reason !== null)?.reason ?? null,
    withdrawal: days < 0 ? null : { days, by: [...new Set(named.filter((one) => one.withdrawal?.days === days))] },
  };
}

/**
 * What changes in a form with its products: reason and withdrawal go with them, unless the person has said others.
 * `before` and `values`: the form as it stands.
 */
export function changesWith(
  values: Readonly<Record<string, unknown>>,
  products: readonly GivenLine[],
  known: readonly KnownProduct[],
): Readonly<Record<string, unknown>> {
  const before = proposalFor(Array.isArray(values['products']) ? (values['products'] as GivenLine[]) : [], known);
  const next = proposalFor(products, known);
  const follows = (name: string, was: unknown): boolean => isBlank(values[name]) || values[name] === was;
  return {
    products,
    ...(follows('reason', before.reason) && { reason: next.reason ?? undefined }),
    ...(follows('withdrawal_days', before.withdrawal?.days) && { withdrawal_days: next.withdrawal?.days }),
  };
}
