import type * as z from 'zod/mini';
import type { IconName } from '../icon-names.ts';
import type { Field } from '../movements/fields.ts';
import type { Capability } from '../people/permissions.ts';

export type Said = Readonly<Record<string, unknown>>;

/** What a thing is called: `Ciclo reproductivo`, `Ciclos reproductivos`, and `Ciclo` where the short word says enough. */
interface ThingWords {
  readonly one: string;
  readonly many: string;
  readonly short: string;
  readonly gender: 'm' | 'f';
}

/** Headings of lines of Pendientes, by act. */
interface ThingTitles {
  readonly create: string;
  readonly edit: string;
  readonly delete: string;
}

/** Templates of a thing's calls. Null where there is none. */
export interface ThingCalls {
  readonly list: string;
  readonly read: string | null;
  readonly create: string;
  readonly edit: string;
  readonly remove: string | null;
  /** Older paths of the call that makes one. */
  readonly createAliases: readonly string[];
}

/** What each call asks of a person; null where any role may, or the handler judges. */
export interface ThingRights {
  readonly see: Capability | null;
  readonly create: Capability | null;
  readonly edit: Capability | null;
  readonly remove: Capability | null;
}

/** How a live message tells of each change of it: with the row, by its id, or that it is to be fetched. Not named: no message of its own. */
export type ThingNews = Readonly<Partial<Record<'created' | 'updated' | 'deleted', 'put' | 'remove' | 'refetch'>>>;
/** Everybody of the farm sees it. */
export const rowNews = { created: 'put', updated: 'put', deleted: 'remove' } as const;

/** Things of a farm that an example may name. */
export interface ExamplePlaces {
  readonly lot: string;
  readonly rodeo: string;
  readonly campo: string;
  readonly category: string;
}

/** One of it, and a change of it, as the exam and the derived tests make them. */
export interface ThingExample {
  readonly form: Said;
  readonly changes: Said;
}

export type Schema = z.ZodMiniType;

export type ThingFields = Readonly<Record<string, Field>>;

/** A thing that people of a farm make, change and delete: everything that both sides know of it. */
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
  /** Its word on the wire: the part of an answer, the subject of an act, the begin of `corral_id`. */
  readonly name: N;
  /** Its list: the table that travels by sync, the part of the list's answer. */
  readonly table: T;
  /** The part of an address after /api. */
  readonly path: string;
  readonly words: ThingWords;
  readonly titles: ThingTitles;
  /** Its fields in form order, where its forms, rows and screens are read off them; null where they are written by hand. */
  readonly fields: F;
  readonly form: A;
  readonly changes: B;
  readonly row: R;
  /** What a row says where the form says nothing. That it stands, and of no version yet, is said of every one. */
  readonly blank: Said;
  readonly nameOf: (row: Said) => string;
  /** The field that no two living ones say alike, case and accents aside; null where there is none. */
  readonly unique: string | null;
  readonly calls: Omit<ThingCalls, keyof C> & C;
  readonly may: ThingRights;
  readonly news: W;
  /** Every screen needs it before the herd's balances: it comes first in a first load. */
  readonly isPlace: boolean;
  readonly isPaged: boolean;
  readonly saysDeletedBefore: boolean;
  /** Whether one phone may hand it over to another (decision 0013). */
  readonly carried: boolean;
  /** What a form says of it that no call of its own takes: it stays with the act (`Op.shown`). */
  readonly beside: readonly string[];
  /** The name of its drawing; null where the screens that are written by hand have one. */
  readonly icon: IconName | null;
  /** The address of its screen, and what 'Más' says of it; null where the screens are written by hand. */
  readonly screen: { readonly path: `/${string}`; readonly about: string } | null;
  /** Fields that a search shows under its name; all of its fields are searched. */
  readonly shown: readonly string[];
  /** One of it; null where it is written down beside the declaration (`examples.ts`), which the first load has no need of. */
  readonly example: ((places: ExamplePlaces) => ThingExample) | null;
}

export interface Described<
  N extends string,
  T extends string,
  R extends Schema,
  W extends ThingNews,
  C extends Partial<ThingCalls>,
  A extends Schema = Schema,
  B extends Schema = Schema,
> extends Pick<
  Thing<N, T, R, W, object, ThingFields | null, A, B>,
  'name' | 'table' | 'form' | 'changes' | 'row' | 'blank'
> {
  readonly icon?: IconName;
  readonly path?: string;
  readonly words: Omit<ThingWords, 'short'> & { readonly short?: string };
  readonly titles?: Partial<ThingTitles>;
  readonly calls?: C;
  readonly may: Partial<ThingRights>;
  readonly example?: Thing['example'];
  readonly screen?: Thing['screen'];
  readonly news?: W;
  readonly nameOf?: Thing['nameOf'];
  readonly unique?: string;
  readonly isPlace?: boolean;
  readonly isPaged?: boolean;
  readonly saysDeletedBefore?: boolean;
  readonly carried?: boolean;
  readonly beside?: readonly string[];
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const named = (row: Said): string => textOf(row['name']);

/** `Corral nuevo`, `Cambios del corral`, `Eliminar corral`. */
function titlesOf({ one, short, gender }: ThingWords): ThingTitles {
  const word = short.toLocaleLowerCase('es-AR');
  return {
    create: `${one} ${gender === 'm' ? 'nuevo' : 'nueva'}`,
    edit: `Cambios ${gender === 'm' ? 'del' : 'de la'} ${word}`,
    delete: `Eliminar ${word}`,
  };
}

/** What stands for the name of one that is nowhere any more: `Corral eliminado`. */
export const goneWord = ({ words: { short, gender } }: Pick<Thing, 'words'>): string =>
  `${short} ${gender === 'm' ? 'eliminado' : 'eliminada'}`;

/** What is said where names are told apart and another living one has it: `Ya existe un corral con ese nombre`. */
export const takenSentence = ({ words: { short, gender } }: Pick<Thing, 'words'>): string =>
  `Ya existe ${gender === 'm' ? 'un' : 'una'} ${short.toLocaleLowerCase('es-AR')} con ese nombre`;

/** What seeing it asks of a person. */
export const seeing = ({ may: { see } }: Pick<Thing, 'may'>): Capability => see ?? 'see-farm';

/** Describes a thing whose forms and rows are written by hand, because they say more than fields can. Whatever is left out is as usual. */
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
