import { expect, test } from 'vitest';
import { isSilent, labelOf, valueWords, wordsOf } from '../../../src/app/farm/typed-words.ts';

const names = new Map(valueWords);
const said = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(body)
    .filter((name) => !isSilent(name))
    .map((name) => `${labelOf(null, name)}: ${wordsOf(body[name], (id) => names.get(id) ?? null)}`);

test('A refused note speaks in words of people', () => {
  const note = { text: 'Bomba rota', tags: ['aguadas'], visibility: 'yo', audio_id: 'a1', remind_on: null, cid: 'c' };
  const words = ['Texto: Bomba rota', 'Etiquetas: aguadas', 'La lee: Solo yo', 'Recordar el: —'];
  expect(said(note)).toEqual(words);
});

test('So does a refused task', () => {
  const checklist = [{ text: 'Tanque', done: false }];
  const task = { title: 'Recorrer', kind: 'recorrida', priority: 'urgente', repeat: 'no', checklist, assigned_to: [] };
  expect(said({ ...task, checklist_before: [], offline: true })).toEqual([
    'Título: Recorrer',
    'Tipo: Recorrida',
    'Prioridad: Urgente',
    'Se repite: No',
    'Pasos: Tanque',
    'La hace: —',
  ]);
});
