import { defineSystemKind } from '../define.ts';

/** Written by the server when the farm's structure changes (domain.md §3.7): never typed, edited or deleted by hand. */
export const systemKinds = [
  defineSystemKind('CREATE_LOT', 'Alta de lote', 'fence'),
  defineSystemKind('EDIT_LOT', 'Edición de lote', 'fence'),
  defineSystemKind('DELETE_LOT', 'Baja de lote', 'fence'),
  defineSystemKind('CREATE_RODEO', 'Alta de rodeo', 'herd'),
  defineSystemKind('EDIT_RODEO', 'Edición de rodeo', 'herd'),
  defineSystemKind('DELETE_RODEO', 'Baja de rodeo', 'herd'),
  defineSystemKind('CREATE_REPRODUCTIVE_CYCLE', 'Alta de ciclo reproductivo', 'cycle'),
  defineSystemKind('EDIT_REPRODUCTIVE_CYCLE', 'Edición de ciclo reproductivo', 'cycle'),
  defineSystemKind('DELETE_REPRODUCTIVE_CYCLE', 'Baja de ciclo reproductivo', 'cycle'),
  defineSystemKind('AUDIT_RECORD', 'Recuento de hacienda', 'clipboard'),
];
