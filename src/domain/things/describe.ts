import type * as z from 'zod/mini';
import type { IconName } from '../icon-names.ts';
import type { Field } from '../movements/fields.ts';
import type { Capability } from '../people/permissions.ts';

export type Said = Readonly<Record<string, unknown>>;

/** `Ciclo reproductivo`, `Ciclos reproductivos`, and `Ciclo` for short. */
interface ThingWords {
  readonly one: string;
  readonly many: string;
  readonly short: string;
  readonly gender: 'm' | 'f';
}

/** Headings in Pendientes. */
interface ThingTitles {
  readonly create: string;
  readonly edit: string;
  readonly delete: string;
}

/** Path templates; null where there is no call. */
export interface ThingCalls {
  readonly list: string;
  readonly read: string | null;
  readonly create: string;
  readonly edit: string;
  readonly remove: string | null;
  readonly createAliases: readonly string[];
}

/** The right for each call; null: any role, or the handler decides. */
export interface ThingRights {
  readonly see: Capability | null;
  readonly create: Capability | null;
  readonly edit: Capability | null;
  readonly remove: Capability | null;
}

export const placeRights = { create: 'edit-places', edit: 'edit-places', remove: 'delete-places' } as const;

/** What a live message of each change holds: the row (`put`), the id, or a request to fetch. Absent: no message. */
export type ThingNews = Readonly<Partial<Record<'created' | 'updated' | 'deleted', 'put' | 'remove' | 'refetch'>>>;
/** For things that every member sees. */
export const rowNews = { created: 'put', updated: 'put', deleted: 'remove' } as const;

export interface ExamplePlaces {
  readonly lot: string;
  readonly rodeo: string;
  readonly campo: string;
  readonly category: string;
}

/** A thing and a change of it, for the exam and derived tests. */
export interface ThingExample {
  readonly form: Said;
  readonly changes: Said;
}

export type Schema = z.ZodMiniType;

export type ThingFields = Readonly<Record<string, Field>>;

/** A thing that people create, change and delete: all that both sides know of it. */
export interface Thing<
  N extends string = string,
  T extends string = string,
  R extends Schema = Schema,
  W extends ThingNews = ThingNews,
  C extends Partial<ThingCalls> = object,
  F extends ThingFields | null = ThingFields | null,
  A extends Schema = Schema,
  B extends Schema = Schema,
> {
  /** Its name on the wire: in answers, operations, fields (`corral_id`). */
  readonly name: N;
  /** Its table in sync and key in the list's answer. */
  readonly table: T;
  readonly path: string;
  readonly words: ThingWords;
  readonly titles: ThingTitles;
  /** In form order; null where forms, rows and screens are hand-written. */
  readonly fields: F;
  readonly form: A;
  readonly changes: B;
  readonly row: R;
  /** Defaults of a row beyond the form. */
  readonly blank: Said;
  readonly nameOf: (row: Said) => string;
  /** The unique field, ignoring case and accents; null if none. */
  readonly unique: string | null;
  readonly calls: Omit<ThingCalls, keyof C> & C;
  readonly may: ThingRights;
  readonly news: W;
  /** Loaded before the herd's balances: every screen needs it. */
  readonly isPlace: boolean;
  readonly isPaged: boolean;
  readonly saysDeletedBefore: boolean;
  /** Whether one phone may hand it over to another (decision 0013). */
  readonly carried: boolean;
  /** Form fields that no call takes: kept with the operation (`Op.shown`). */
  readonly beside: readonly string[];
  /** Null for hand-written screens. */
  readonly icon: IconName | null;
  /** Path and description in 'Más'; null for hand-written screens. */
  readonly screen: { readonly path: `/${string}`; readonly about: string } | null;
  /** Fields shown under its name in a search, which looks in all. */
  readonly shown: readonly string[];
  /** Null where it is in `examples.ts`, outside the first load. */
  readonly example: ((places: ExamplePlaces) => ThingExample) | null;
}

export type Described<
  N extends string,
  T extends string,
  R extends Schema,
  W extends ThingNews,
  C extends Partial<ThingCalls>,
  A extends Schema = Schema,
  B extends Schema = Schema,
> = Pick<Thing<N, T, R, W, object, null, A, B>, 'name' | 'table' | 'form' | 'changes' | 'row' | 'blank'> &
  Partial<
    Omit<Thing, 'name' | 'table' | 'form' | 'changes' | 'row' | 'blank' | 'words' | 'titles' | 'calls' | 'may' | 'news'>
  > & {
    readonly words: Omit<ThingWords, 'short'> & { readonly short?: string };
    readonly titles?: Partial<ThingTitles>;
    readonly calls?: C;
    readonly may: Partial<ThingRights>;
    readonly news?: W;
  };

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const named = (row: Said): string => textOf(row.name);

/** `Corral nuevo`, `Cambios del corral`, `Eliminar corral`. */
function titlesOf({ one, short, gender }: ThingWords): ThingTitles {
  const word = short.toLocaleLowerCase('es-AR');
  return {
    create: `${one} ${gender === 'm' ? 'nuevo' : 'nueva'}`,
    edit: `Cambios ${gender === 'm' ? 'del' : 'de la'} ${word}`,
    delete: `Eliminar ${word}`,
  };
}

/** `Corral eliminado`. */
export const goneWord = ({ words: { short, gender } }: Pick<Thing, 'words'>): string =>
  `${short} ${gender === 'm' ? 'eliminado' : 'eliminada'}`;

/** `Ya existe un corral con ese nombre`. */
export const takenSentence = ({ words: { short, gender } }: Pick<Thing, 'words'>): string =>
  `Ya existe ${gender === 'm' ? 'un' : 'una'} ${short.toLocaleLowerCase('es-AR')} con ese nombre`;

export const seeing = ({ may: { see } }: Pick<Thing, 'may'>): Capability => see ?? 'see-farm';

/** Declares a thing with hand-written forms and rows; the rest has defaults. */
export function describeThing<
  const N extends string,
  const T extends string,
  R extends Schema,
  const W extends ThingNews = typeof rowNews,
  const C extends Partial<ThingCalls> = object,
  A extends Schema = Schema,
  B extends Schema = Schema,
>(thing: Described<N, T, R, W, C, A, B>): Thing<N, T, R, W, C, null, A, B> {
  const path = thing.path ?? thing.name;
  const words = { ...thing.words, short: thing.words.short ?? thing.words.one };
  return {
    unique: null,
    nameOf: named,
    isPlace: false,
    isPaged: false,
    saysDeletedBefore: true,
    carried: true,
    beside: [],
    shown: [],
    example: null,
    screen: null,
    icon: null,
    ...thing,
    path,
    words,
    titles: { ...titlesOf(words), ...thing.titles },
    fields: null,
    calls: {
      list: `/api/${path}/{org}`,
      read: `/api/${path}/{org}/{id}`,
      create: `/api/${path}/{org}`,
      edit: `/api/${path}/{org}/{id}`,
      remove: `/api/${path}/{org}/{id}`,
      createAliases: [],
      ...thing.calls,
    } as Omit<ThingCalls, keyof C> & C,
    may: { see: null, create: null, edit: null, remove: null, ...thing.may },
    news: thing.news ?? (rowNews as ThingNews as W),
  };
}
