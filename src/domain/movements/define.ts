import * as z from 'zod/mini';
import { maybe } from '../schemas.ts';
import { limits } from '../limits.ts';
import type { IconName } from '../icon-names.ts';
import type { Capability } from '../people/permissions.ts';
import type { SupplyUse } from '../supplies/uses.ts';
import type { CalfRule, ChildRule, CycleRule, FormRule } from './answers.ts';
import { daySchema, type Field, freeText, idSchema, recordShape } from './fields.ts';
import type { Cell, Posting } from './ledger.ts';
import type { Said } from './said.ts';
import type { MovementGroup, MovementType, RecordedType, SystemType } from './types.ts';

/** What a kind may read of the farm to complete a payload: only what phone and server both know. */
export interface FarmView {
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly next_id: string | null;
    readonly min_age_months?: number | null;
    readonly is_breeding_female?: boolean;
  }[];
  readonly cells: readonly Cell[];
}

/** Current names for ids. An unknown id gives 'eliminado'. */
export interface Names {
  readonly category: (id: string) => string;
  readonly lot: (id: string | null | undefined) => string;
  readonly rodeo: (id: string | null | undefined) => string;
  readonly campo: (id: string | null | undefined) => string;
}

/** Every list of postings of the kind must agree (domain.md §3.0, invariant 2). */
type HerdDirection = 'in' | 'out' | 'within' | 'unchanged';

export type Fields = Readonly<Record<string, Field>>;
export type PayloadOf<F extends Fields> = { readonly [K in keyof F]: z.infer<F[K]['schema']> };

/** Fields of every movement body (wire.md §Movements). */
const commonShape = {
  ...recordShape,
  reproductive_cycle_id: maybe(idSchema),
  base_version: z.optional(z.int().check(z.gte(0))),
};

/** The item's id, where a form has only its name; and the confirmation to use more than the book holds (domain.md §2.5). */
const supplyShapes = {
  payload: { asset_id: z.optional(idSchema), expires: z.optional(daySchema), confirmed: z.optional(z.boolean()) },
  lines: {},
  products: { confirmed: z.optional(z.boolean()) },
} as const;

/** Confirms that more animals are taken than the book holds: to be reviewed (domain.md §3.0). */
const shortShape = { confirmed: z.optional(z.boolean()) };

/** The record of the same day and campo that this one adds to, so it is no duplicate (domain.md §3.6). */
const sumShape = { adds_to: z.optional(idSchema) };

/** The invoice this record was made from: linked in the same transaction (domain.md §2.8). */
const invoiceShape = { invoice_id: z.optional(idSchema) };

/** Why animals leave while a withdrawal period runs (domain.md §3.2, SELL). */
const withdrawalShape = { withdrawal_reason: z.optional(freeText(limits.shortTextMaxLength)) };

/** Older paths are aliases. */
interface KindRoutes {
  readonly create: string;
  readonly edit: string;
  readonly createAliases: readonly string[];
  readonly editAliases: readonly string[];
}

/** A rule over several fields: the field it shows at, and its message. */
interface Check<F extends Fields> {
  readonly holds: (payload: PayloadOf<F> & { readonly asset_id?: string }) => boolean;
  readonly path: keyof F & string;
  readonly message: string;
}

interface KindBase {
  readonly type: MovementType;
  readonly label: string;
  readonly icon: IconName;
  readonly group: MovementGroup;
}

export interface RecordedKind<F extends Fields = Fields> extends KindBase {
  readonly type: RecordedType;
  readonly recorded: true;
  /** The hands' name for it, where `label` is the office's. */
  readonly spoken: string;
  readonly fields: F;
  readonly schema: z.ZodMiniType;
  readonly routes: KindRoutes;
  /** The right to record it. A `reviewed` one from a `user` lands in 'A revisar' (domain.md §2.18). */
  readonly may: Capability;
  readonly reviewed: boolean;
  readonly herd: HerdDirection;
  /** The payload's fields that say where the animals are; derived when left out. */
  readonly place: { readonly lot?: keyof F & string; readonly rodeo?: keyof F & string };
  readonly complete: (payload: PayloadOf<F>, farm: FarmView) => PayloadOf<F>;
  readonly checks: readonly Check<F>[];
  readonly postings: (payload: PayloadOf<F>) => Posting[];
  /** How the payload names items of the store room; null where it does not. */
  readonly supplies: SupplyUse | null;
  /** Animals leave for other hands: none in a withdrawal period, no calf without its electronic tag (domain.md §3.2). */
  readonly handsOver: boolean;
  /** Invoices can record it (domain.md §2.8, 'Confirmar factura'). */
  readonly invoiced: boolean;
  /** What it buys, for the list of purchases (domain.md §2.6). */
  readonly bought: 'hacienda' | 'insumos' | null;
  /** It has a temporary negative id while it waits (product.md §4). */
  readonly temporaryId: boolean;
  /** It may take more than the book holds, once `confirmed`; true also where only its child takes animals. */
  readonly countsShort: boolean;
  /** A second record of the same day and campo may add to the first. */
  readonly addsUp: boolean;
  readonly child: ChildRule | null;
  readonly calves: CalfRule | null;
  readonly cycle: CycleRule | null;
  /** The cause of deaths by this weather, if known (domain.md §2.17, §3.6); null where it kills none. */
  readonly kills: ((said: Said) => string | undefined) | null;
  readonly form: FormRule;
  readonly summary: (payload: PayloadOf<F>, names: Names) => string;
  readonly caution: string | null;
}

export interface SystemKind extends KindBase {
  readonly type: SystemType;
  readonly recorded: false;
}

export type Kind = RecordedKind | SystemKind;

type Derived = 'recorded' | 'schema' | 'routes' | 'fields' | 'summary';

interface KindDeclaration<F extends Fields>
  extends
    Pick<RecordedKind<F>, keyof KindBase | 'fields' | 'summary'>,
    Partial<Omit<RecordedKind<F>, keyof KindBase | Derived>> {
  readonly routes: Pick<KindRoutes, 'create'> & Partial<KindRoutes>;
}

/** Relative paths go under `/api/movement`; the edit path ends in the movement's id (wire.md). */
const under = (path: string, tail: string): string =>
  path.startsWith('/api/') ? path : `/api/movement/${path}/${tail}`;

/** Declares a kind. The table loses the payload's type: parse with `schema` first. */
export function defineKind<const F extends Fields>(kind: KindDeclaration<F>): RecordedKind {
  const shape = Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, field.schema]));
  const { create, edit, createAliases = [], editAliases = [] } = kind.routes;
  const { countsShort = kind.herd === 'out' || kind.herd === 'within' } = kind;
  const defined: RecordedKind<F> = {
    spoken: kind.label,
    may: 'record',
    reviewed: false,
    herd: 'unchanged',
    place: defaultPlace(kind.fields),
    complete: (payload) => payload,
    checks: [],
    postings: () => [],
    supplies: null,
    handsOver: false,
    invoiced: false,
    bought: null,
    temporaryId: false,
    addsUp: false,
    child: null,
    calves: null,
    cycle: null,
    kills: null,
    form: {},
    caution: null,
    ...kind,
    countsShort,
    recorded: true,
    schema: z.strictObject({
      ...shape,
      ...commonShape,
      ...(kind.supplies && supplyShapes[kind.supplies.at]),
      ...(countsShort && shortShape),
      ...(kind.addsUp && sumShape),
      ...(kind.handsOver && withdrawalShape),
      ...(kind.invoiced && invoiceShape),
    }),
    routes: {
      create: under(create, '{org}'),
      edit: under(edit ?? create, '{org}/{id}'),
      createAliases: createAliases.map((path) => under(path, '{org}')),
      editAliases: editAliases.map((path) => under(path, '{org}/{id}')),
    },
  };
  return defined as unknown as RecordedKind;
}

function defaultPlace<F extends Fields>(fields: F): RecordedKind<F>['place'] {
  return { ...('lot_id' in fields && { lot: 'lot_id' }), ...('rodeo_id' in fields && { rodeo: 'rodeo_id' }) };
}

export const defineSystemKind = (type: SystemType, label: string, icon: IconName): SystemKind => ({
  type,
  label,
  icon,
  group: 'sistema',
  recorded: false,
});
