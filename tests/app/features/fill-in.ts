import { fireEvent, screen, within } from '@testing-library/react';
import type { ControlName } from '../../../src/domain/movements/fields.ts';
import type { RecordedKind } from '../../../src/domain/movements/define.ts';
import { unfoldPlace } from '../../support/place-line.ts';

/** The names on the farm, by id: what a person reads on the chips. */
export type NameOf = (id: string) => string;

const fieldOf = (name: string): HTMLElement => {
  // Where and when stand folded in one line.
  if (!document.getElementById(`registro-${name}`)) unfoldPlace();
  const element = document.getElementById(`registro-${name}`);
  if (!element) throw new Error(`no field ${name} in sight`);
  return element;
};
const put = (element: HTMLElement, value: unknown): void =>
  void fireEvent.change(element, {
    target: { value: typeof value === 'number' ? String(value).replace('.', ',') : value },
  });
const chip = (group: HTMLElement, name: string): void =>
  void fireEvent.click(within(group).getByText(name).closest('button') ?? group);

/** A place by its chip; 'none' out of the whole list. */
function pickPlace(name: string, id: string | null, nameOf: NameOf): void {
  const group = fieldOf(name);
  if (id !== null) return chip(group, nameOf(id));
  fireEvent.click(within(group).getByText(/^Otro (?:lote|rodeo)…$/));
  fireEvent.click(screen.getByText(/^(?:Sin lote|Sin rodeo)$/));
}

function count(
  name: string,
  lines: readonly { readonly type: string; readonly count: number }[],
  nameOf: NameOf,
): void {
  const group = within(fieldOf(name));
  for (const line of lines) {
    const words = `Sumar 1 ${nameOf(line.type).toLocaleLowerCase('es-AR')}`;
    if (!group.queryByLabelText(words)) {
      fireEvent.click(group.getByText('Otra categoría'));
      chip(group.getByRole('group', { name: 'Otra categoría' }), nameOf(line.type));
    }
    for (let heads = 0; heads < line.count; heads += 1) fireEvent.click(group.getByLabelText(words));
  }
}

const lineLabels: Readonly<Record<string, readonly string[]>> = {
  type: ['Categoría'],
  count: ['Cabezas'],
  total_kg: ['Kilos totales'],
  average_kg: ['o promedio'],
  name: ['Producto', 'Insumo'],
  dose: ['Dosis'],
  quantity: ['Cantidad'],
  unit: ['Unidad'],
};

/** Several lines of one shape: each part by its own label. */
function fillLines(name: string, lines: readonly object[]): void {
  lines.forEach((line, index) => {
    const add = fieldOf(name).querySelector<HTMLElement>(':scope > button');
    if (index > 0 && add) fireEvent.click(add);
    const group = fieldOf(name).querySelectorAll<HTMLElement>(':scope > [role=group]')[index];
    if (!group) throw new Error(`no line ${index} in ${name}`);
    for (const [part, value] of Object.entries(line)) {
      const label = [...group.querySelectorAll('label')].find((one) =>
        lineLabels[part]?.some((word) => one.textContent?.startsWith(word)),
      );
      const control = label && document.getElementById(label.htmlFor);
      if (!control) throw new Error(`no part ${part} in ${name}`);
      put(control, value);
    }
  });
}

function fillNumber(name: string, value: unknown): void {
  const element = fieldOf(name);
  put(element.matches('input') ? element : (element.querySelector('input') ?? element), value);
}

function choose(kind: RecordedKind, name: string, value: string): void {
  const element = fieldOf(name);
  if (element.matches('select')) return put(element, value);
  return chip(element, kind.fields[name]?.options?.[value] ?? '');
}

function pickDay(name: string, day: unknown): void {
  if (!fieldOf(name).matches('input')) chip(fieldOf(name), 'Otra…');
  put(fieldOf(name), day);
}

type Fill = (kind: RecordedKind, name: string, value: unknown, nameOf: NameOf) => void;
const place: Fill = (_kind, name, value, nameOf) => pickPlace(name, value as string | null, nameOf);
const number: Fill = (_kind, name, value) => fillNumber(name, value);
const lines: Fill = (_kind, name, value) => fillLines(name, value as readonly object[]);
const plain: Fill = (_kind, name, value) => put(fieldOf(name), value);

/** How a person fills in each word of the field vocabulary. A new word does not compile until it can be filled in. */
const hands: Readonly<Record<ControlName, Fill>> = {
  day: (_kind, name, value) => pickDay(name, value),
  lot: place,
  rodeo: place,
  campo: place,
  lots: (_kind, name, value, nameOf) => {
    for (const id of value as readonly string[]) chip(fieldOf(name), nameOf(id));
  },
  category: plain,
  animals: (_kind, name, value, nameOf) =>
    count(name, value as readonly { readonly type: string; readonly count: number }[], nameOf),
  weighed: lines,
  products: lines,
  supplies: lines,
  integer: number,
  quantity: number,
  money: plain,
  text: plain,
  choice: (kind, name, value) => choose(kind, name, value as string),
  time: plain,
  choices: (kind, name, value) => {
    for (const one of [value].flat()) chip(fieldOf(name), kind.fields[name]?.options?.[String(one)] ?? '');
  },
  unit: plain,
  flag: (_kind, name, value) => {
    const box = fieldOf(name);
    if (box instanceof HTMLInputElement && box.checked !== value) fireEvent.click(box);
  },
};

/** Fills in one field of the open form as a person does. */
const fillField: Fill = (kind, name, value, nameOf) => {
  const field = kind.fields[name];
  if (!field) throw new Error(`${kind.type} has no field ${name}`);
  hands[field.control](kind, name, value, nameOf);
};

/** Opens what waits behind 'Agregar detalle'. */
export const openDetails = (): void => {
  const button = screen.queryByText('Agregar detalle');
  if (button) fireEvent.click(button);
};

/** Fills in a whole body, field by field, in the order of the form. */
export function fillIn(kind: RecordedKind, body: Readonly<Record<string, unknown>>, nameOf: NameOf): void {
  openDetails();
  for (const name of Object.keys(kind.fields)) {
    // A place that the form has chosen already is left: a second touch would take nothing back, and says nothing more.
    if (name in body) fillField(kind, name, body[name], nameOf);
  }
}
