import type { FarmView } from './define.ts';
import { doubtsOf } from './doubts.ts';
import { type Movement, payloadOf, type ReviewReason } from './movement.ts';
import { placeQuestion } from './place-words.ts';
import { recordedKind } from './registry.ts';

/** What a question about a record needs to know beside it. */
export interface ReviewFacts extends Pick<FarmView, 'categories'> {
  /** Who recorded it; null where nobody on this phone knows. */
  readonly author: string | null;
  /** Who brought it on his phone, where that was another. */
  readonly carrier: string | null;
  /** Who recorded the one that looks the same. */
  readonly twinAuthor: string | null;
}

type Sentence = (movement: Movement, facts: ReviewFacts) => string;

const somebody = 'alguien del equipo';
const others: Readonly<Record<string, string>> = {
  lot: 'El lote',
  lots: 'El lote',
  rodeo: 'El rodeo',
  campo: 'El campo',
};

/** Places that are no more, by the names they had. */
function gone({ type, metadata }: Movement): string {
  const was = metadata['was'];
  const kind = recordedKind(type);
  const names = Object.entries(typeof was === 'object' && was !== null ? was : {}).map(
    ([field, name]) => `${others[kind?.fields[field]?.control ?? ''] ?? 'El lugar'} ${String(name)} ya no existe.`,
  );
  return names.length > 0 ? `${names.join(' ')} ¿Dónde va este registro?` : 'Nombra algo que ya no existe. ¿Qué era?';
}

function unsaid({ type, review }: Movement): string {
  const kind = recordedKind(type);
  const questions = kind ? (review?.unsaid ?? []).map((field) => placeQuestion(kind, field)) : [];
  return questions.length > 0 ? `${questions.join(' ')} No quedó anotado.` : 'No quedó anotado el lugar. ¿Cuál era?';
}

/** What an older phone let somebody write, in the words in which the form refuses it now. */
function doubt(movement: Movement, { categories }: ReviewFacts): string {
  const kind = recordedKind(movement.type);
  const issues = kind ? doubtsOf(kind, payloadOf(movement, Object.keys(kind.fields)), { categories }) : [];
  return [...issues.map(({ message }) => `${message}.`), '¿Lo corregís?'].join(' ');
}

const sentences: Readonly<Record<ReviewReason, Sentence>> = {
  negative_cell: () => 'Según el libro no había tantos animales ahí: falta algo por anotar.',
  negative_stock: () => 'Se usó más insumo del que había: falta por justificar.',
  missing_reference: gone,
  place_unsaid: unsaid,
  possible_duplicate: (_movement, { twinAuthor }) =>
    `${twinAuthor ?? 'Otra persona'} cargó lo mismo ese día. ¿Es el mismo o son dos?`,
  conflict: () => 'Dos personas lo cambiaron. ¿Con cuál te quedás?',
  role: (_movement, { author, carrier }) =>
    carrier === null
      ? `Lo registró ${author ?? somebody}. ¿Está bien?`
      : `Lo registró ${author ?? somebody} y lo trajo ${carrier}. ¿Está bien?`,
  doubt,
  off_team: (_movement, { author }) => `Lo registró ${author ?? somebody}, que ya no está en el equipo. ¿Está bien?`,
  late_change: () => 'Su autor lo cambió cuando ya habían pasado 48 horas. ¿Está bien?',
  carried: (_movement, { author, carrier }) =>
    `Lo registró ${author ?? somebody} y lo trajo ${carrier ?? somebody} en su celular. ¿Está bien?`,
  price: () => 'Trae precios de quien ya no los puede ver. ¿Están bien?',
  withdrawal: () => 'Salieron animales en período de retiro. ¿Por qué?',
  left_behind: () => 'Quedaron animales del rodeo en el lote de origen.',
};

/** Why a record waits, as a question to whoever reads it: one sentence a cause (domain.md §3.0). */
export const reviewQuestion = (movement: Movement, reason: ReviewReason, facts: ReviewFacts): string =>
  sentences[reason](movement, facts);
