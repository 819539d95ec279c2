type Search = Readonly<Record<string, unknown>>;

export const wordIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
};

/** The router may have parsed it as a number or boolean. */
const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : wordIn(search, name);
};

/** The router may have kept it as a string. */
const numberIn = (search: Search, name: string): number | undefined => {
  const value = search[name];
  const number = Number(value);
  return value === undefined || Number.isNaN(number) ? undefined : number;
};

/** Overlays as search params: back closes them, and a phone's shortcut opens them cold (ux.md §2.1). */
const readers = {
  /** A kind: `birth`, `transfer-rodeo` …, or `menu`. */
  registrar: wordIn,
  /** Animal by animal, of kind `registrar`. */
  tanda: numberIn,
  /** Preset lot. */
  lote: wordIn,
  /** Preset rodeo. */
  rodeo: wordIn,
  /** Weather record that caused the deaths being recorded. */
  tras: wordIn,
  /** Task done by the record. */
  tarea: wordIn,
  /** A sheet of the screen: `nuevo`, `editar`, `mover` … */
  hoja: wordIn,
  editar: wordIn,
  /** A refused operation to correct. */
  corregir: wordIn,
  /** A phone's refused record, corrected at the office. */
  rechazado: wordIn,
  /** Lot to count, or `lote` to ask. */
  contar: wordIn,
  revisar: numberIn,
  pendientes: numberIn,
  organizacion: numberIn,
  /** Text of 'Buscar', empty at first. */
  buscar: textIn,
  mas: numberIn,
} as const;

export type Overlays = { readonly [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };

/** No schema: read before the first paint. */
export const overlaySearch = (search: Search): Overlays =>
  Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search, name)]));

/** `TRANSFER_RODEO` → `transfer-rodeo`. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll('_', '-');

export const typeOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');
