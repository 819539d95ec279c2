import { defineSystemKind } from '../define.ts';

/** Written by the server when the farm's structure changes (domain.md §3.7); nobody edits or deletes them. */
export const structure = {
  lot: {
    made: defineSystemKind('CREATE_LOT', 'Alta de lote', 'fence'),
    changed: defineSystemKind('EDIT_LOT', 'Edición de lote', 'fence'),
    removed: defineSystemKind('DELETE_LOT', 'Baja de lote', 'fence'),
  },
  rodeo: {
    made: defineSystemKind('CREATE_RODEO', 'Alta de rodeo', 'herd'),
    changed: defineSystemKind('EDIT_RODEO', 'Edición de rodeo', 'herd'),
    removed: defineSystemKind('DELETE_RODEO', 'Baja de rodeo', 'herd'),
  },
  cycle: {
    made: defineSystemKind('CREATE_REPRODUCTIVE_CYCLE', 'Alta de ciclo reproductivo', 'cycle'),
    changed: defineSystemKind('EDIT_REPRODUCTIVE_CYCLE', 'Edición de ciclo reproductivo', 'cycle'),
    removed: defineSystemKind('DELETE_REPRODUCTIVE_CYCLE', 'Baja de ciclo reproductivo', 'cycle'),
  },
} as const;

/** Opening stock and recounts (domain.md §3.7). */
export const count = defineSystemKind('AUDIT_RECORD', 'Recuento de hacienda', 'clipboard');

export const systemKinds = [...Object.values(structure).flatMap((of) => Object.values(of)), count] as const;
