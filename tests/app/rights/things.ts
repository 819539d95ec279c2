import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { ThingName, ThingRows } from '../../../src/app/sync/things/things.ts';
import type { Member } from '../../../src/contract/endpoints/account.ts';
import { type FarmValues, movementView } from '../../support/fake-farm.tsx';
import { cycleView } from '../../support/cycle-view.ts';
import { noteView } from '../../support/note-view.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';
import { invoice, salt, task } from '../form-drafts/rows.ts';

const seen = <S extends ThingName>(row: unknown): ThingView<ThingRows[S]> => ({
  row: row as ThingRows[S],
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
});

const person = (id: string, role: Member['role'], more: Partial<Member> = {}): Member => ({
  id,
  first_name: id,
  last_name: 'Paz',
  role,
  state: 'activo',
  email: `${id}@campo.ar`,
  ...more,
});

/** Two owners, so that none is the last, an admin and a hand; the one who looks is Ana in each of the standings. */
const team: readonly Member[] = [
  person('ana', 'owner'),
  person('juan', 'owner'),
  person('marta', 'admin'),
  person('luis', 'user'),
];

/** What another recorded long ago: one's own is changed by anybody for a while. */
export const ofAnother = movementView({
  id: 'of-another',
  type: 'RAIN',
  created_by: 'luis',
  created_at: '2026-01-05T12:00:00.000Z',
});

/** What a hand may have done to it, and nobody else but who runs the farm. */
const givenToAnother = { ...task, created_by: 'juan', assigned_to: ['luis'] };

const noteOfAnother = noteView({
  id: 'molino',
  created_by: 'luis',
  created_at: '2026-11-01T12:00:00.000Z',
  text: 'Falta agua',
});

/** A farm where everything that a right opens is there to be opened. */
export const everything: Partial<FarmValues> = {
  members: team,
  movements: [ofAnother],
  invoices: [invoice],
  things: {
    asset: [seen<'asset'>(salt)],
    task: [seen<'task'>(givenToAnother), seen<'task'>({ ...task, id: 'pesar', title: 'Pesar los terneros' })],
    note: [noteOfAnother],
    // A service that ended long ago: its next step is spoken for.
    cycle: [cycleView({ state: 'en_servicio' })],
    campo: farmRows.campos
      .concat({ ...farmRows.campos[0], id: 'norte', name: 'Campo Norte' } as never)
      .map((row) => seen<'campo'>(row)),
    rodeo: farmRows.rodeos.map((row) => seen<'rodeo'>(row)),
    category: farmRows.categories.map((row) => seen<'category'>(row)),
  },
};
