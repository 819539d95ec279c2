// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MovementScreen } from '../../../src/app/features/movements/movement-screen.tsx';
import type { MovementView } from '../../../src/app/sync/farm.ts';
import { recordNamesOf } from '../../../src/app/sync/views/names.ts';
import { changesBetween } from '../../../src/domain/movements/edits.ts';
import { factsOf } from '../../../src/domain/movements/facts.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { recordedKinds } from '../../../src/domain/movements/registry.ts';
import { readableFields } from '../../../src/domain/movements/vocabulary.ts';
import { wordsOf } from '../../../src/domain/movements/words.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { calm, fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { filled, recordOf } from '../../support/filled.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(cleanup);

const nothing = (): void => undefined;
const acts = { onEdit: nothing, onRepeat: nothing, onGone: nothing, onRenamed: nothing };
const names = recordNamesOf({ ...farmRows, things: new Map() } as never, farmRows.lots);

interface Around {
  readonly role?: Role;
  readonly view?: Partial<Omit<MovementView, 'movement'>>;
  readonly reach?: 'reachable' | 'unreachable';
  /** What the server answers when it is asked for the record. */
  readonly answer?: () => Promise<unknown>;
}

async function show(movement: Movement, { role = 'owner', view = {}, reach = 'reachable', answer }: Around = {}) {
  const farm = fakeFarm({ movements: [movementView(movement, view)], status: { ...calm, reach } });
  const session = fakeSession(role);
  const call = answer ? { ...session, call: answer as typeof session.call } : session;
  await renderScreen(<MovementScreen id={movement.id} {...acts} />, { farm, session: call });
  await screen.findByText('Registro de datos');
}

const withEdits = (movement: Movement, editHistory: Movement['metadata']['editHistory']): Movement => ({
  ...movement,
  metadata: { ...movement.metadata, editHistory },
});
const when = { editedBy: 'beto', editedAt: '2026-11-06T15:30:00.000Z' };
const history = (): HTMLElement => screen.getByRole('group', { name: 'Historial de ediciones' });
/** Label, before and after of each change that is shown. */
const changes = (): (string | null)[][] =>
  [...history().querySelectorAll('dl > div')].map((line) =>
    [...line.querySelectorAll('dt, dd')].map((part) => part.textContent),
  );

describe.each(recordedKinds.map((kind) => [kind.label, kind] as const))('%s', (_label, kind) => {
  const payload = filled(kind, 0);

  test('has every field that has a value on its page, and every part of its lines', async () => {
    await show(recordOf(kind.type, payload));
    const card = within(await screen.findByRole('region', { name: 'Datos' }));
    const told = factsOf(recordOf(kind.type, payload), names, true).filter(
      ({ field }) => !['date', 'detail', 'photos', 'withdrawal_reason'].includes(field),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const fact of told) {
      const lines = 'lines' in fact ? fact.lines : [];
      expect(card.getAllByText(fact.label).length).toBeGreaterThan(0);
      for (const words of 'words' in fact ? [fact.words] : lines.map(({ title }) => title))
        expect(card.getAllByText((_text, node) => node?.textContent === words).length).toBeGreaterThan(0);
      for (const part of lines.flatMap(({ facts }) => facts).filter(({ field }) => field !== 'weights'))
        expect(card.getAllByText(part.words).length).toBeGreaterThan(0);
    }
    // And what stands outside of the card.
    expect(screen.getAllByText('12/09/2026').length).toBeGreaterThan(0);
    screen.getByText('Parió sola');
  });

  test('shows before and after of an edit of every field', async () => {
    const other = filled(kind, 1);
    const edit = changesBetween(payload, other);
    await show(withEdits(recordOf(kind.type, other), [{ ...when, changes: edit }]));
    await vi.waitFor(() => expect(changes()).toHaveLength(edit.length));
    const fields = readableFields(kind.type);
    const expected = edit.map(({ field: name, before, after }) => {
      const field = fields[name] ?? { label: '', control: 'text' as const };
      return [field.label, `Antes ${wordsOf(field, before, names)}`, `Después ${wordsOf(field, after, names)}`];
    });
    expect(changes()).toEqual(expected);
  });
});

describe('Prices', () => {
  const sell = recordedKinds.find(({ type }) => type === 'SELL') as (typeof recordedKinds)[number];
  const edited = withEdits(recordOf('SELL', filled(sell, 0)), [
    { ...when, changes: [{ field: 'total', before: '1.00', after: '2.00', stood: true }] },
  ]);

  test('stand neither among the facts nor in the history of who does not see them', async () => {
    await show(edited, { role: 'user' });
    await screen.findByText('Comprador');
    expect(screen.queryByText('Importe total')).toBeNull();
    expect(document.body.textContent).not.toContain('$');
    expect(await screen.findByText('No cambió nada de lo que podés ver.')).not.toBeNull();
  });

  test('are told to the office', async () => {
    await show(edited);
    await vi.waitFor(() => expect(changes()).toEqual([['Importe total', 'Antes $ 1,00', 'Después $ 2,00']]));
  });
});

describe('The history', () => {
  const rain = recordOf('RAIN', { date: '2026-09-12', mm: 12 });
  const toldEdit = { ...when, changes: [{ field: 'mm', before: 10, after: 12, stood: true }] };

  test('says of an edit of this phone that it has not been sent', async () => {
    await show(withEdits(rain, [{ ...toldEdit, unsent: true }]), { reach: 'unreachable' });
    await screen.findByText('Todavía no se envió');
    expect(changes()).toEqual([['Milímetros', 'Antes 10 mm', 'Después 12 mm']]);
  });

  test('says of what never stood that it did not', async () => {
    await show(withEdits(rain, [{ ...when, changes: [{ field: 'mm', before: 12, after: 99, stood: false }] }]));
    await vi.waitFor(() => expect(changes()[0]).toContain('No quedó en el registro'));
  });

  test('says where nothing changed', async () => {
    await show(withEdits(rain, [{ ...when, changes: [] }]));
    expect(await screen.findByText('Se guardó sin cambiar ningún dato.')).not.toBeNull();
  });

  test('that this phone has not got comes from the server', async () => {
    const asked = vi.fn<(endpoint: unknown) => Promise<unknown>>(async () =>
      Promise.resolve({ outcome: 'answer', status: 200, body: { ok: true, movement: withEdits(rain, [toldEdit]) } }),
    );
    await show(withEdits(rain, [when]), { answer: asked as never });
    await vi.waitFor(() => expect(changes()).toEqual([['Milímetros', 'Antes 10 mm', 'Después 12 mm']]));
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ method: 'GET', path: '/api/movement/movement-1' });
  });

  test('that no server tells says so, and who edited all the same', async () => {
    const answer = async (): Promise<unknown> =>
      Promise.resolve({ outcome: 'answer', status: 200, body: { ok: true, movement: withEdits(rain, [when]) } });
    await show(withEdits(rain, [when]), { answer });
    await screen.findByText('El servidor no dice qué cambió en esta edición.');
    expect(await within(history()).findByText('Beto Sosa')).not.toBeNull();
  });

  test('that this phone has not got waits for signal, which is said', async () => {
    const answer = vi.fn<() => Promise<unknown>>();
    await show(withEdits(rain, [when]), { reach: 'unreachable', answer });
    await screen.findByText('Parte de lo que cambió no está en este celular. Con señal se puede ver.');
    expect(answer).not.toHaveBeenCalled();
  });

  test('that could not be asked for is asked for again', async () => {
    let times = 0;
    const answer = async (): Promise<unknown> => {
      times += 1;
      return Promise.resolve(
        times === 1
          ? { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' }
          : { outcome: 'answer', status: 200, body: { ok: true, movement: withEdits(rain, [toldEdit]) } },
      );
    };
    await show(withEdits(rain, [when]), { answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver qué cambió' }));
    await vi.waitFor(() => expect(changes()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of what another record made says where it is corrected', async () => {
    await show({ ...rain, metadata: { ...rain.metadata, parent_id: 'weaning' } });
    expect(await screen.findByText('Se corrige desde el registro que lo hizo.')).not.toBeNull();
  });
});

describe('A deletion', () => {
  const rain = recordOf('RAIN', { date: '2026-09-12', mm: 12 });
  const deletedAt = '2026-11-06T15:30:00.000Z';
  const gone = { ...rain, deleted: true, metadata: { ...rain.metadata, deletedBy: 'beto', deletedAt } };

  test('says who deleted it and when', async () => {
    await show(gone);
    expect(await screen.findByText('Eliminó Beto Sosa · 06/11/2026 12:30')).not.toBeNull();
  });

  test('that waits on this phone says so', async () => {
    await show(gone, { view: { state: 'pendiente', pendingOp: 'op-1' } });
    expect(await screen.findByText('Eliminó Beto Sosa · 06/11/2026 12:30 · todavía no se envió')).not.toBeNull();
  });

  test.each([
    [true, 'Todavía no se envió: se borra de este celular y no queda en la historia.'],
    [false, 'El movimiento queda en la historia como Eliminado.'],
  ])('of what is on this phone alone (%s) promises what is so', async (isOnlyHere, words) => {
    await show(rain, { view: { isOnlyHere } });
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain(words);
  });
});

test('An edit of a lot says what changed', async () => {
  const metadata = { before: { hectares: 80, use: null }, after: { hectares: 95.5, use: 'pastura' } };
  const edit = recordOf('EDIT_LOT', {});
  await show({ ...edit, metadata: { ...edit.metadata, ...metadata } });
  const card = await screen.findByRole('region', { name: 'Qué cambió' });
  expect([...card.querySelectorAll('dt, dd')].map((part) => part.textContent)).toEqual([
    'Hectáreas',
    'Antes 80 ha',
    'Después 95,5 ha',
    'Uso',
    'Antes —',
    'Después Pastura',
  ]);
});
