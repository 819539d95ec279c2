import type { FarmView } from './define.ts';
import { doubtsOf } from './doubts.ts';
import { type Movement, readBy, type ReviewReason } from './movement.ts';
import { placeQuestion } from './place.ts';
import { recordedKind } from './registry.ts';

export interface ReviewFacts extends Pick<FarmView, 'categories'> {
  /** Who recorded it; null if unknown on this phone. */
  readonly author: string | null;
  /** Whose phone sent it, if another's. */
  readonly carrier: string | null;
  readonly duplicateAuthor: string | null;
  /** Which of them is the reader, to be addressed as 'vos'. */
  readonly own: { readonly isAuthor: boolean; readonly isCarrier: boolean; readonly isDuplicateAuthor: boolean };
  /** Whether the reader decides on records; others are not asked. */
  readonly mayReview: boolean;
}

type Sentence = (movement: Movement, facts: ReviewFacts) => string;

const somebody = 'alguien del equipo';
const others: Readonly<Record<string, string>> = {
  lot: 'El lote',
  lots: 'El lote',
  rodeo: 'El rodeo',
  campo: 'El campo',
};

/** Deleted places, by the names they had. */
function gone({ type, metadata }: Movement): string {
  const was = metadata.was;
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

/** What an older phone allowed, in the words of today's form. */
function doubt(movement: Movement, { categories }: ReviewFacts): string {
  const kind = recordedKind(movement.type);
  const issues = kind ? doubtsOf(kind, readBy(kind, movement), { categories }) : [];
  return [...issues.map(({ message }) => `${message}.`), '¿Lo corregís?'].join(' ');
}

/** Reasons that all ask whether the record is right, each with its sentence. */
const approvals = {
  off_team: ({ author, own }) =>
    own.isAuthor
      ? 'Lo registraste vos y llegó cuando no estabas en el equipo'
      : `Lo registró ${author ?? somebody} y llegó cuando no estaba en el equipo`,
  carried: (facts) => `${recordedBy(facts)} y ${broughtBy(facts)} en ${facts.own.isCarrier ? 'tu' : 'su'} celular`,
  role: (facts) => (facts.carrier === null ? recordedBy(facts) : `${recordedBy(facts)} y ${broughtBy(facts)}`),
  late_change: ({ own }) => `${own.isAuthor ? 'Lo cambiaste' : 'Su autor lo cambió'} cuando ya habían pasado 48 horas`,
  price: ({ own }) =>
    own.isAuthor ? 'Trae precios que llegaron cuando no los podías ver' : 'Trae precios de quien ya no los puede ver',
} as const satisfies Partial<Record<ReviewReason, (facts: ReviewFacts) => string>>;
type Approval = keyof typeof approvals;

const recordedBy = ({ author, own }: ReviewFacts): string =>
  own.isAuthor ? 'Lo registraste vos' : `Lo registró ${author ?? somebody}`;
const broughtBy = ({ carrier, own }: ReviewFacts): string =>
  own.isCarrier ? 'lo trajiste vos' : `lo trajo ${carrier ?? somebody}`;

/** Whether a reason asks if the record is right: only the office answers. */
export const isApproval = (reason: ReviewReason): reason is Approval => reason in approvals;

/** Reasons grouped by question: approvals are one, the last. */
export function askedTogether<R extends ReviewReason>(reasons: readonly R[]): readonly (readonly R[])[] {
  const together = reasons.filter(isApproval);
  const apart = reasons.filter((reason) => !isApproval(reason)).map((reason) => [reason]);
  return together.length > 0 ? [...apart, together] : apart;
}

function approval(reasons: readonly Approval[], facts: ReviewFacts): string {
  // Another reason names the author already.
  const isNamed = reasons.includes('off_team') || reasons.includes('carried');
  const sentences = reasons
    .filter((reason) => reason !== 'role' || !isNamed)
    .map((reason) => `${approvals[reason](facts)}.`);
  const asked = reasons.every((reason) => reason === 'price') ? '¿Están bien?' : '¿Está bien?';
  return [...sentences, facts.mayReview ? asked : 'Lo revisa el dueño o un administrador.'].join(' ');
}

const sentences: Readonly<Record<Exclude<ReviewReason, Approval>, Sentence>> = {
  negative_cell: () => 'Según el libro no había tantos animales ahí: falta algo por anotar.',
  negative_stock: () => 'Se usó más insumo del que había: falta por justificar.',
  missing_reference: gone,
  place_unsaid: unsaid,
  possible_duplicate: ({ type }, { duplicateAuthor, own }) => {
    const same = recordedKind(type)?.group === 'clima' ? 'lo mismo ese día' : 'lo de la misma factura';
    return `${own.isDuplicateAuthor ? 'Vos cargaste' : `${duplicateAuthor ?? 'Otra persona'} cargó`} ${same}. ¿Es el mismo o son dos?`;
  },
  conflict: () => 'Dos personas lo cambiaron. ¿Con cuál te quedás?',
  doubt,
  withdrawal: () => 'Salieron animales en período de retiro. ¿Por qué?',
  left_behind: () => 'Quedaron animales del rodeo en el lote de origen.',
};

/** Why a record waits, as a question to the reader (domain.md §3.0): a sentence for each reason; approvals share one question. */
export const reviewQuestion = (movement: Movement, reasons: readonly ReviewReason[], facts: ReviewFacts): string =>
  [
    ...reasons.flatMap((reason) => (isApproval(reason) ? [] : [sentences[reason](movement, facts)])),
    ...(reasons.some(isApproval) ? [approval(reasons.filter(isApproval), facts)] : []),
  ].join(' ');
