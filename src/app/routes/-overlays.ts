import { numberIn, textIn, wordIn } from './-search-words.ts';

/** What lies over a screen, as the address says it: back closes it, and a shortcut of the phone opens it cold (ux.md §2.1). */
export interface Overlays {
  /** A kind to record: `birth`, `transfer-rodeo` …, or `menu`. */
  readonly registrar?: string | undefined;
  /** Animal after animal (`registrar` says of what). */
  readonly tanda?: number | undefined;
  /** The lot that the form starts with. */
  readonly lote?: string | undefined;
  /** The rodeo that the form starts with. */
  readonly rodeo?: string | undefined;
  /** The weather that killed the animals which are being recorded. */
  readonly tras?: string | undefined;
  /** The task that is done by what is being recorded. */
  readonly tarea?: string | undefined;
  /** A sheet of the screen itself: `nuevo`, `editar`, `mover` … */
  readonly hoja?: string | undefined;
  /** A movement to edit. */
  readonly editar?: string | undefined;
  /** A refused operation to correct. */
  readonly corregir?: string | undefined;
  /** A refused record of somebody's phone, to correct at the office. */
  readonly rechazado?: string | undefined;
  /** A lot to count, or `lote` to be asked which. */
  readonly contar?: string | undefined;
  /** 'A revisar'. */
  readonly revisar?: number | undefined;
  readonly pendientes?: number | undefined;
  readonly organizacion?: number | undefined;
  /** 'Buscar', with what is looked for; nothing yet is an empty text. */
  readonly buscar?: string | undefined;
  readonly mas?: number | undefined;
}

/** Reads what lies over a screen; no schema, for it is read before the first paint. */
export const overlaySearch = (search: Readonly<Record<string, unknown>>): Overlays => ({
  registrar: wordIn(search, 'registrar'),
  tanda: numberIn(search, 'tanda'),
  lote: wordIn(search, 'lote'),
  rodeo: wordIn(search, 'rodeo'),
  tras: wordIn(search, 'tras'),
  tarea: wordIn(search, 'tarea'),
  hoja: wordIn(search, 'hoja'),
  editar: wordIn(search, 'editar'),
  corregir: wordIn(search, 'corregir'),
  rechazado: wordIn(search, 'rechazado'),
  contar: wordIn(search, 'contar'),
  revisar: numberIn(search, 'revisar'),
  pendientes: numberIn(search, 'pendientes'),
  organizacion: numberIn(search, 'organizacion'),
  buscar: textIn(search, 'buscar'),
  mas: numberIn(search, 'mas'),
});

/** The address word of a kind: `TRANSFER_RODEO` is `transfer-rodeo`. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll('_', '-');

/** The type behind an address word. */
export const typeOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');
