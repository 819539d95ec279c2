import type { Review, ReviewReason, settledByWord } from '../../../domain/movements/movement.ts';

/** Why a record waits, as the office reads it. */
export const reasonWords: Readonly<Record<ReviewReason, string>> = {
  negative_cell: 'Faltan animales por justificar en ese lote',
  negative_stock: 'Se usó más insumo del que había: falta por justificar',
  missing_reference: 'El lote, rodeo o campo ya no existe o no se pudo saber cuál era',
  possible_duplicate: 'Otra persona cargó lo mismo ese día',
  conflict: 'Dos personas lo cambiaron',
  role: 'Lo cargó un usuario: espera la mirada de un administrador',
  price: 'Trae precios de quien ya no los puede ver: fijate si están bien',
  left_behind: 'Quedaron animales del rodeo en el lote de origen',
  withdrawal: 'Salieron animales en período de retiro y nadie escribió por qué',
};

type ByWord = (typeof settledByWord)[number];

/** What leaving it as it is means, reason by reason. */
export const settleWords: Readonly<Record<ByWord, string>> = {
  missing_reference: 'Dejar como está',
  possible_duplicate: 'Dejar las dos',
  conflict: 'Dejar como está',
  role: 'Aprobar',
  price: 'Están bien',
  withdrawal: 'Dejar como está',
};

/** The reasons of a record that somebody's word settles, each with its own button. */
export const byWord = (review: Review | undefined): readonly ByWord[] =>
  (review?.reasons ?? []).filter((reason): reason is ByWord => reason in settleWords);
