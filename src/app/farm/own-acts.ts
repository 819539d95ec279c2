import { transfer } from '#domain/movements/kinds/moves.ts';
import { count } from '#domain/movements/kinds/system.ts';

/** Acts with a sheet of their own, offered beside the kinds. `alias`: other words to find them by. */
export const ownActs = {
  move: {
    is: 'move',
    id: 'mover',
    label: 'Mover',
    icon: transfer.icon,
    group: transfer.group,
    alias: 'Traslado Cambiar de lote',
  },
  count: { is: 'count', id: 'contar', label: 'Contar', icon: count.icon, group: count.group, alias: count.label },
  note: { is: 'note', id: 'nota', label: 'Nota', icon: 'note', group: 'insumos', alias: 'Foto Audio' },
} as const;

export type OwnAct = keyof typeof ownActs;
