// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { isAway } from '../../../src/app/features/record/values.ts';
import { parsePayload } from '../../../src/domain/movements/prepare.ts';
import { recordedKinds } from '../../../src/domain/movements/registry.ts';
import { exampleFarm, exampleNames } from '../../../src/domain/movements/kinds/examples/example-farm.ts';
import { workedExamples } from '../../../src/domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../../../src/domain/movements/types.ts';
import { type FakeFarm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';
import { unfoldPlace } from '../../support/place-line.ts';
import { fillIn, openDetails } from './fill-in.ts';

const today = '2026-09-14';
standOn(today);

const [anyCategory] = farmRows.categories;
const categories = exampleFarm.categories.flatMap((category, order) =>
  anyCategory ? [{ ...anyCategory, ...category, order }] : [],
);
const names: Readonly<Record<string, string>> = {
  ombu: exampleNames.lot('ombu'),
  bajo: exampleNames.lot('bajo'),
  cria: exampleNames.rodeo('cria'),
  invernada: exampleNames.rodeo('invernada'),
  sur: exampleNames.campo('sur'),
};
const nameOf = (id: string): string => names[id] ?? exampleNames.category(id);

/** A worked example with few heads: a hundred touches prove no more than two. */
function fewHeads(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { animals } = body;
  if (!Array.isArray(animals)) return { ...body };
  const lines = animals as { readonly type: string; readonly count: number; readonly total_kg?: number }[];
  return {
    ...body,
    animals: lines.map((line) => (line.total_kg ? line : { ...line, count: Math.min(line.count, 2) })),
  };
}
const exampleOf = (type: string): Record<string, unknown> => fewHeads(workedExamples[type as RecordedType].body);

async function open(type: string): Promise<FakeFarm> {
  const kind = recordedKinds.find((one) => one.type === type);
  if (!kind) throw new Error(type);
  const farm = fakeFarm({ categories, stock: exampleFarm.cells });
  await renderScreen(
    <NewRecordSheet kind={kind} role="owner" from={{ lotId: null, rodeoId: null }} onClose={() => undefined} />,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
async function save(): Promise<void> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
}
/** What a reader calls an element; null where there is none. */
function nameIn(element: HTMLElement | null): string | null {
  if (!element) return null;
  const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  const label = document.querySelector(`label[for="${element.id}"]`) ?? element.querySelector('legend') ?? labelledBy;
  return element.getAttribute('aria-label') ?? label?.textContent ?? '';
}
const recorded = (farm: FakeFarm): readonly unknown[] | undefined =>
  farm.done.find(([name]) => name === 'recordMovement');

describe.each(recordedKinds.map((kind) => [kind.spoken, kind] as const))('%s', (label, kind) => {
  test('opens its form, and a filled one gives what the product takes', async () => {
    const farm = await open(kind.type);
    expect(screen.getByRole('dialog', { name: label })).not.toBeNull();
    const body = exampleOf(kind.type);
    fillIn(kind, body, nameOf);
    await save();
    const [, type, payload] = recorded(farm) ?? [];
    expect(type).toBe(kind.type);
    expect(payload).toMatchObject(body);
    expect(parsePayload(kind, payload, today)).toMatchObject({ ok: true });
  });

  test('every field of it has its widget, called as the field is', async () => {
    await open(kind.type);
    openDetails();
    unfoldPlace();
    const fields = Object.entries(kind.fields).map(([name, { label: words }]) => ({ name, words }));
    // What hangs on another answer is not there before it; a whole rodeo is what its form starts from.
    const isLeftOut = (name: string): boolean => isAway(kind, name, { whole: true });
    const called = (name: string): string | null => nameIn(document.getElementById(`registro-${name}`));
    expect(fields.filter(({ name, words }) => !called(name)?.includes(words) && !isLeftOut(name))).toEqual([]);
    expect(fields.filter(({ name }) => isLeftOut(name) && called(name) !== null)).toEqual([]);
  });
});
