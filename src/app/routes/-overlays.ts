import * as z from 'zod/mini';

/** What lies over a screen, as the address says it: back closes it, and a shortcut of the phone opens it cold (ux.md §2.1). */
export const overlaySearch = z.object({
  /** A kind to record: `birth`, `transfer-rodeo` …, or `menu`. */
  registrar: z.catch(z.optional(z.string()), undefined),
  /** Animal after animal (`registrar` says of what). */
  tanda: z.catch(z.optional(z.coerce.number()), undefined),
  /** The lot that the form starts with. */
  lote: z.catch(z.optional(z.string()), undefined),
  /** The rodeo that the form starts with. */
  rodeo: z.catch(z.optional(z.string()), undefined),
  /** The weather that killed the animals which are being recorded. */
  tras: z.catch(z.optional(z.string()), undefined),
  /** The task that is done by what is being recorded. */
  tarea: z.catch(z.optional(z.string()), undefined),
  /** A sheet of the screen itself: `nuevo`, `editar`, `mover` … */
  hoja: z.catch(z.optional(z.string()), undefined),
  /** A movement to edit. */
  editar: z.catch(z.optional(z.string()), undefined),
  /** A refused operation to correct. */
  corregir: z.catch(z.optional(z.string()), undefined),
  /** A refused record of somebody's phone, to correct at the office. */
  rechazado: z.catch(z.optional(z.string()), undefined),
  /** A lot to count, or `lote` to be asked which. */
  contar: z.catch(z.optional(z.string()), undefined),
  /** 'A revisar'. */
  revisar: z.catch(z.optional(z.coerce.number()), undefined),
  pendientes: z.catch(z.optional(z.coerce.number()), undefined),
  organizacion: z.catch(z.optional(z.coerce.number()), undefined),
  /** 'Buscar', with what is looked for; nothing yet is an empty text. */
  buscar: z.catch(z.optional(z.coerce.string()), undefined),
  mas: z.catch(z.optional(z.coerce.number()), undefined),
});

export type Overlays = z.infer<typeof overlaySearch>;

/** The address word of a kind: `TRANSFER_RODEO` is `transfer-rodeo`. */
export const slugOf = (type: string): string => type.toLowerCase().replaceAll('_', '-');

/** The type behind an address word. */
export const typeOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');
