import { expect, test } from 'vitest';
import type { Movement, ReviewReason } from '../../src/domain/movements/movement.ts';
import { askedTogether, type ReviewFacts, reviewQuestion } from '../../src/domain/movements/review-words.ts';

const facts: ReviewFacts = {
  categories: [],
  author: 'Beto Gómez',
  carrier: null,
  duplicateAuthor: 'Beto Gómez',
  own: { isAuthor: false, isCarrier: false, isDuplicateAuthor: false },
  mayReview: true,
};
const movement = { type: 'BUY', metadata: {} } as unknown as Movement;
const says = (reasons: readonly ReviewReason[], of: Partial<ReviewFacts> = {}): string =>
  askedTogether(reasons)
    .map((asked) => reviewQuestion(movement, asked, { ...facts, ...of }))
    .join(' ');
const author = { mayReview: false, own: { isAuthor: true, isCarrier: false, isDuplicateAuthor: false } };
const carrier = { ...facts.own, isCarrier: true };

test.each<[readonly ReviewReason[], string]>([
  [['price', 'role'], 'Trae precios de quien ya no los puede ver. Lo registró Beto Gómez. ¿Está bien?'],
  [['price'], 'Trae precios de quien ya no los puede ver. ¿Están bien?'],
  [['role', 'off_team'], 'Lo registró Beto Gómez y llegó cuando no estaba en el equipo. ¿Está bien?'],
  [
    ['role', 'negative_stock'],
    'Se usó más insumo del que había: falta por justificar. Lo registró Beto Gómez. ¿Está bien?',
  ],
])('%j are asked of the office once: %s', (reasons, words) => {
  expect(says(reasons)).toBe(words);
});

const waits = 'Lo revisa el dueño o un administrador.';
test.each<[readonly ReviewReason[], string]>([
  [['price', 'role'], `Trae precios que llegaron cuando no los podías ver. Lo registraste vos. ${waits}`],
  [['late_change'], `Lo cambiaste cuando ya habían pasado 48 horas. ${waits}`],
  [['off_team'], `Lo registraste vos y llegó cuando no estabas en el equipo. ${waits}`],
])('%j are told to the author in the second person: %s', (reasons, words) => {
  expect(says(reasons, author)).toBe(words);
});

test('who brought it, and who recorded the one that looks the same, is spoken to as well', () => {
  expect(says(['carried'], { own: carrier, carrier: 'Ana Paz' })).toBe(
    'Lo registró Beto Gómez y lo trajiste vos en tu celular. ¿Está bien?',
  );
  expect(says(['role'], { own: carrier, carrier: 'Ana Paz' })).toBe(
    'Lo registró Beto Gómez y lo trajiste vos. ¿Está bien?',
  );
  expect(says(['possible_duplicate'], { own: { ...facts.own, isDuplicateAuthor: true } })).toBe(
    'Vos cargaste lo de la misma factura. ¿Es el mismo o son dos?',
  );
  const rain = { ...movement, type: 'RAIN' };
  expect(reviewQuestion(rain, ['possible_duplicate'], facts)).toBe(
    'Beto Gómez cargó lo mismo ese día. ¿Es el mismo o son dos?',
  );
});
