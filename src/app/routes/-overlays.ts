import { numberIn, textIn, wordIn } from './-search-words.ts';

/** Overlays as search params: back closes them, and a phone's shortcut opens them cold (ux.md §2.1). */
export interface Overlays {
  /** A kind: `birth`, `transfer-rodeo` …, or `menu`. */
  readonly registrar?: string | undefined;
  /** Animal by animal, of kind `registrar`. */
  readonly tanda?: number | undefined;
  /** Preset lot. */
  readonly lote?: string | undefined;
  /** Preset rodeo. */
  readonly rodeo?: string | undefined;
  /** Weather record that caused the deaths being recorded. */
  readonly tras?: string | undefined;
  /** Task done by the record. */
  readonly tarea?: string | undefined;
  /** A sheet of the screen: `nuevo`, `editar`, `mover` … */
  readonly hoja?: string | undefined;
  /** A movement to edit. */
  readonly editar?: string | undefined;
  /** A refused operation to correct. */
  readonly corregir?: string | undefined;
  /** A phone's refused record, corrected at the office. */
  readonly rechazado?: string | undefined;
  /** Lot to count, or `lote` to ask. */
  readonly contar?: string | undefined;
  readonly revisar?: number | undefined;
  readonly pendientes?: number | undefined;
  readonly organizacion?: number | undefined;
  /** Text of 'Buscar', empty at first. */
  readonly buscar?: string | undefined;
  readonly mas?: number | undefined;
}

/** No schema: read before the first paint. */
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

/** `TRANSFER_RODEO` → `transfer-rodeo`. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll('_', '-');

/** Reverses `slugOf`. */
export const typeOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');
