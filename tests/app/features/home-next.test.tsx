// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HomeScreen } from '../../../src/app/features/home/home-screen.tsx';
import { nextThings } from '../../../src/app/features/home/next-things-card.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { type FarmValues, fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

const today = '2026-11-21';
standOn(today);

const sent = <R,>(row: object): ThingView<R> => ({
  row: row as R,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
});
const cycle = (row: object) => sent<never>({ id: 'spring', name: 'Servicio 2026', rodeo_ids: ['cria'], ...row });
const invoice = (row: object): Invoice =>
  ({
    id: 'f1',
    kind: 'factura',
    state: 'pendiente',
    direction: 'recibida',
    issuer: { name: 'Agro Sur' },
    ...row,
  }) as unknown as Invoice;

const titlesOf = async (values: Partial<FarmValues>) =>
  (await nextThings(fakeFarm({ stock: [], ...values }).views, today, 'ana')).map(({ title, subtitle, isLate }) =>
    [title, subtitle, ...(isLate ? ['vencido'] : [])].join(' | '),
  );

test('a tacto is spoken of a month before, and when its day went by', async () => {
  const service = (end: string) => ({ service_start: '2026-07-01', service_end: end, state: 'a_tactar' });
  // 60 days after the service ends.
  expect(await titlesOf({ things: { cycle: [cycle(service('2026-10-04'))] } })).toEqual([
    'Tacto en 12 días | Servicio 2026',
  ]);
  expect(await titlesOf({ things: { cycle: [cycle(service('2026-10-24'))] } })).toEqual([]);
  expect(await titlesOf({ things: { cycle: [cycle(service('2026-09-01'))] } })).toEqual([
    'Tacto: se pasó el 31/10/2026 | Servicio 2026 | vencido',
  ]);
});

test('a withdrawal is there in its last week, with what was given and where', async () => {
  const treated = (withdrawal_days: number) =>
    movementView({
      type: 'TREATMENT',
      date: '2026-11-20',
      metadata: {
        lot_id: 'ombu',
        deletedBy: null,
        editHistory: [],
        withdrawal_days,
        products: [{ name: 'Ivermectina' }, { name: 'Aftosa' }],
      },
    });
  // The fake farm answers both kinds of treatment with the same record.
  expect(new Set(await titlesOf({ movements: [treated(5)] }))).toEqual(
    new Set(['Retiro hasta el 25/11/2026 | Ivermectina y Aftosa · Cría · El Ombú']),
  );
  expect(await titlesOf({ movements: [treated(40)] })).toEqual([]);
});

test('invoices are those to be paid within a week, the late ones first', async () => {
  expect(
    await titlesOf({
      invoices: [
        invoice({ id: 'a', due_on: '2026-11-25' }),
        invoice({ id: 'b', due_on: '2026-11-02', direction: 'emitida', recipient: { name: 'Frigorífico' } }),
        invoice({ id: 'c', due_on: '2026-12-25' }),
        invoice({ id: 'd', due_on: '2026-11-22', state: 'pagada' }),
        // Nobody owes by these (decision 0075).
        ...['remito', 'recibo', 'nota_credito'].map((kind) => invoice({ id: kind, kind, due_on: '2026-11-02' })),
        invoice({ id: 'e', due_on: '2026-11-26', kind: 'liquidacion' }),
      ],
    }),
  ).toEqual([
    'Factura venció el 02/11/2026 | Frigorífico · por cobrar | vencido',
    'Factura vence el 25/11/2026 | Agro Sur · por pagar',
    'Liquidación vence el 26/11/2026 | Agro Sur · por pagar',
  ]);
});

test('tasks that others left undone are told of once; own ones are counted elsewhere', async () => {
  const task = (id: string, assigned_to: readonly string[]) =>
    sent<never>({ id, title: `Tarea ${id}`, state: 'pendiente', due_on: '2026-11-10', assigned_to });
  expect(await titlesOf({ things: { task: [task('a', ['beto']), task('b', ['beto']), task('c', ['ana'])] } })).toEqual([
    '2 tareas vencidas del equipo | Tarea a y 1 más | vencido',
  ]);
});

test('animals that came into a category before it lasts have outgrown it', async () => {
  const [first, second] = await fakeFarm().views.categories();
  if (!first || !second) throw new Error('two categories at least');
  const aged = [
    { ...first, name: 'Ternero', min_age_months: 7, max_age_months: 12, next_id: second.id, active: true },
    { ...second, name: 'Novillito', max_age_months: null, next_id: null, active: true },
  ];
  const stock = [{ lot: 'ombu', rodeo: 'cria', category: first.id, head: 30 }];
  expect(await titlesOf({ categories: aged, stock })).toEqual([
    'Recategorizar Ternero | 30 cab. ya tienen edad de Novillito',
  ]);
});

async function show(role: Role): Promise<void> {
  const things = { cycle: [cycle({ service_start: '2026-07-01', service_end: '2026-10-04', state: 'a_tactar' })] };
  await renderScreen(<HomeScreen onRecord={() => undefined} onSearch={() => undefined} onOpen={() => undefined} />, {
    farm: fakeFarm({ things }),
    session: fakeSession(role),
  });
  await screen.findByText('Últimos movimientos');
}

test('the office sees its figures first and what is to come after what it records', async () => {
  await show('owner');
  const list = await screen.findByRole('list', { name: 'Lo que viene' });
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/ciclos-reproductivos/spring');
  const tiles = screen.getByRole('region', { name: 'Registrar' });
  const figures = screen.getByRole('region', { name: 'Números del establecimiento' });
  expect(figures.compareDocumentPosition(tiles)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(tiles.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a hand sees what he records and the last records, nothing of the office', async () => {
  await show('user');
  expect(screen.queryByRole('region', { name: 'Números del establecimiento' })).toBeNull();
  expect(screen.queryByText('Lo que viene')).toBeNull();
});
