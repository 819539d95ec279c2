import { fireEvent, screen } from '@testing-library/react';
import { ExportSection } from '../../../src/app/features/configuration/export-section.tsx';
import { LastRecord } from '../../../src/app/features/home/last-record.tsx';
import { HomeScreen } from '../../../src/app/features/home/home-screen.tsx';
import { MovementDetail } from '../../../src/app/features/movements/movement-screen.tsx';
import { MovementsScreen } from '../../../src/app/features/movements/movements-screen.tsx';
import { NoteSheet, ToRecord } from '../../../src/app/features/notes/note-sheet.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { RegisterMenu } from '../../../src/app/features/record/register-menu.tsx';
import { TandaSheet } from '../../../src/app/features/record/tanda/tanda-sheet.tsx';
import { RecountSheet } from '../../../src/app/features/recount/recount-sheet.tsx';
import { RecordCard } from '../../../src/app/features/review/record-card.tsx';
import { ReviewSheet } from '../../../src/app/features/review/review-sheet.tsx';
import { MoreSheet } from '../../../src/app/features/shell/more-sheet.tsx';
import { DueCard } from '../../../src/app/features/tasks/due-card.tsx';
import { TasksScreen } from '../../../src/app/features/tasks/tasks-screen.tsx';
import { useWithdrawalStop } from '../../../src/app/farm/withdrawal-stop.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Standing } from '../../../src/domain/people/permissions.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { movementView } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';
import { noop, type Place, says, touchable } from './place.ts';
import { ofAnother } from './things.ts';

const kindOf = (type: string) => {
  const kind = recordedKind(type);
  if (!kind) throw new Error(`No kind ${type}`);
  return kind;
};
const from = { lotId: null, rodeoId: null };
const record = (type: string) => (standing: Standing) => (
  <NewRecordSheet kind={kindOf(type)} role={standing.role} from={from} onClose={noop} />
);
const detail = (view = ofAnother) => <MovementDetail view={view} onEdit={noop} onRepeat={noop} onGone={noop} />;
const tasks = (sheet: string | null) => () => (
  <TasksScreen sheet={sheet} onOpen={noop} onClose={noop} onRecord={noop} />
);
const menu = () => <MoreSheet open onClose={noop} onCount={noop} onReview={noop} onSearch={noop} />;
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const isEnabled = (role: string, name: string | RegExp) => (): boolean =>
  screen.queryAllByRole(role, { name }).some((one) => !(one as HTMLButtonElement).disabled);
const pickOne = async (): Promise<void> => {
  press('Seleccionar');
  fireEvent.click((await screen.findAllByRole('checkbox'))[0] ?? document.body);
};

/** A sale of cows that were treated the day before. */
const StoppedSale = ({ role }: { readonly role: Role }) => {
  const stop = useWithdrawalStop(role, 'venta');
  const sale = { date: '2026-11-06', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'vaca', count: 1 }] };
  return (
    <>
      <button onClick={() => void stop.ask(kindOf('SELL'), sale)}>Vender</button>
      {stop.dialog}
    </>
  );
};
const treated = movementView({
  type: 'TREATMENT',
  metadata: {
    lot_id: 'ombu',
    withdrawal_days: 35,
    products: [{ name: 'Ivermectina' }],
    deletedBy: null,
    editHistory: [],
  },
});

const records: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/record/register-menu.tsx mayRecord',
    what: 'the menu of records',
    screen: ({ role }) => <RegisterMenu role={role} onPick={noop} onClose={noop} />,
    isOffered: touchable('Lluvia'),
  },
  {
    ask: 'features/record/record-form.tsx mayRecord',
    what: 'the form of a sale',
    screen: record('SELL'),
    isOffered: touchable(/^Guardar/),
  },
  {
    ask: 'features/record/tanda/tanda-sheet.tsx mayRecord',
    what: 'one after the other',
    screen: ({ role }) => <TandaSheet kind={kindOf('WEIGHING')} role={role} from={from} onClose={noop} />,
    isOffered: () => !says(/Tu usuario no puede/)(),
  },
  {
    ask: 'features/home/acts.ts mayRecord',
    what: 'the tiles of Inicio',
    screen: () => <HomeScreen onRecord={noop} onSearch={noop} onOpen={noop} />,
    isOffered: () => screen.getByRole('region', { name: 'Registrar' }).querySelectorAll('button').length > 0,
  },
  {
    ask: 'features/tasks/task-sheet.tsx mayRecord',
    what: 'the record that does a task',
    screen: tasks('pesar'),
    isOffered: touchable(/^Hacer ahora: /),
  },
];

const card = (movement: Partial<Movement>) => (
  <RecordCard view={movementView({ type: 'BUY', ...movement }, { state: 'revisar' })} onEdit={noop} />
);

const changes: readonly Place[] = [
  {
    ask: 'features/movements/movement-screen.tsx mayChange',
    capability: 'change-any-record',
    what: 'changing the record of another',
    screen: () => detail(),
    isOffered: touchable('Editar'),
  },
  {
    ask: 'features/movements/movement-screen.tsx mayChange',
    capability: 'change-own-records',
    what: 'changing a record that one has just made',
    screen: () => detail(movementView({ created_at: new Date().toISOString() })),
    isOffered: touchable('Editar'),
  },
  {
    ask: 'features/home/last-record.tsx mayChange',
    capability: 'change-any-record',
    what: 'taking back a record of long ago',
    screen: () => <LastRecord />,
    values: { habits: { byType: {}, recentLotIds: [], lastId: 'of-another' } },
    isOffered: touchable('Deshacer'),
  },
  {
    ask: 'features/review/record-card.tsx mayChange',
    capability: 'change-any-record',
    what: 'discarding what another recorded',
    screen: () => card({ review: { reasons: ['role'] } }),
    isOffered: touchable('Eliminar'),
  },
  {
    ask: 'features/movements/picked-days.tsx mayChange',
    capability: 'change-any-record',
    what: 'deleting picked records of others',
    screen: () => <MovementsScreen />,
    opens: pickOne,
    isOffered: isEnabled('button', 'Eliminar'),
  },
  {
    ask: 'features/movements/picked-days.tsx see-figures',
    capability: 'see-figures',
    what: 'taking away picked records of others',
    screen: () => <MovementsScreen />,
    opens: pickOne,
    isOffered: isEnabled('button', 'Exportar'),
  },
  {
    ask: 'features/record/same-rain.ts change-any-record',
    capability: 'change-any-record',
    what: 'replacing the rain of another',
    screen: record('RAIN'),
    values: { duplicate: ofAnother },
    isOffered: touchable('Reemplazar'),
  },
  {
    ask: 'features/home/last-record.tsx mayChangeNote',
    capability: 'change-any-record',
    what: 'putting away the note of another',
    screen: () => <LastRecord />,
    values: { habits: { byType: {}, recentLotIds: [], lastNoteId: 'molino' } },
    isOffered: touchable('Deshacer'),
  },
  {
    ask: 'features/notes/note-sheet.tsx mayChangeNote',
    capability: 'change-any-record',
    what: 'changing the note of another',
    screen: () => <NoteSheet id="molino" onClose={noop} />,
    isOffered: touchable('Editar'),
  },
  {
    ask: 'features/notes/note-sheet.tsx mayChange',
    capability: 'change-any-record',
    what: 'giving the photo of a note to the record of another',
    screen: () => (
      <ToRecord
        note={
          noteView({
            id: 'foto',
            created_by: 'luis',
            created_at: '2026-11-01T12:00:00.000Z',
            text: '',
            photos: ['a'.repeat(64)],
          }).row
        }
      />
    ),
    values: { habits: { byType: {}, recentLotIds: [], lastId: ofAnother.movement.id } },
    isOffered: touchable(/^Sumar a «/),
  },
  {
    ask: 'features/record/register-menu.tsx edit-places',
    capability: 'edit-places',
    what: 'the stock that a lot begins with',
    screen: ({ role }) => <RegisterMenu role={role} onPick={noop} onClose={noop} />,
    isOffered: touchable('Existencia inicial'),
  },
  {
    ask: 'features/record/own-questions.tsx edit-places',
    capability: 'edit-places',
    what: 'a category that is not there yet',
    screen: record('PREGNANCY_DIAGNOSIS'),
    opens: () => void fireEvent.change(screen.getByLabelText(/^Vacías/), { target: { value: '3' } }),
    isOffered: says(/Si creás la categoría/),
  },
];

const figures: readonly Place[] = [
  {
    ask: 'features/home/home-screen.tsx see-figures',
    capability: 'see-figures',
    what: 'the figures of Inicio',
    screen: () => <HomeScreen onRecord={noop} onSearch={noop} onOpen={noop} />,
    isOffered: says('Cabezas'),
  },
  {
    ask: 'features/configuration/export-section.tsx see-figures',
    capability: 'see-figures',
    what: 'everybody’s records as a file',
    screen: () => <ExportSection />,
    isOffered: touchable('Todos los movimientos'),
  },
];

const reviews: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/review/review-sheet.tsx review',
    what: 'what the field brought',
    screen: () => <ReviewSheet open onClose={noop} onEdit={noop} onCount={noop} onCorrectRefused={noop} />,
    isOffered: () => !says('Nada de lo que registraste espera una respuesta tuya.')(),
  },
  {
    ask: 'features/shell/more-sheet.tsx review',
    what: 'the menu’s way to it',
    screen: menu,
    isOffered: touchable(/^A revisar/),
  },
  {
    ask: 'farm/due-work.ts review',
    what: 'the way of Inicio to it',
    screen: () => <DueCard />,
    isOffered: touchable(/^A revisar/),
  },
  {
    ask: 'features/review/record-card.tsx review',
    what: 'the answer to what a hand recorded',
    screen: () => card({ review: { reasons: ['role'] } }),
    isOffered: touchable('Aprobar'),
  },
  {
    ask: 'farm/review-questions.tsx review',
    what: 'the question to whoever answers it',
    screen: () => card({ review: { reasons: ['role'] } }),
    isOffered: says(/¿Está bien\?/),
  },
  {
    ask: 'features/recount/recount-sheet.tsx review',
    what: 'a count that stands at once',
    screen: () => <RecountSheet lotId="ombu" onClose={noop} />,
    isOffered: touchable('Guardar recuento'),
  },
  {
    ask: 'farm/withdrawal-stop.tsx review',
    what: 'letting treated animals go',
    screen: ({ role }) => <StoppedSale role={role} />,
    values: { movements: [treated] },
    opens: async () => {
      press('Vender');
      await screen.findByRole('alertdialog');
    },
    isOffered: touchable('Guardar igual'),
  },
];

const duties: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/tasks/task-row.tsx manage-all-tasks',
    what: 'the tick of a task of another',
    screen: tasks(null),
    opens: () => void fireEvent.click(screen.queryByRole('button', { name: /^Todas/ }) ?? document.body),
    isOffered: isEnabled('checkbox', 'Hecha: Recorrer aguadas'),
  },
  {
    ask: 'features/tasks/task-sheet.tsx mayDoTask',
    what: 'doing the task of another',
    screen: tasks('aguadas'),
    isOffered: touchable('Marcar como hecha'),
  },
  {
    ask: 'features/tasks/task-sheet.tsx mayChangeTask',
    what: 'changing the task of another',
    screen: tasks('aguadas'),
    isOffered: touchable('Editar'),
  },
  {
    ask: 'features/tasks/task-sheet.tsx manage-all-tasks',
    what: 'deleting the task of another',
    screen: tasks('aguadas'),
    isOffered: touchable(/^Eliminar/),
  },
  {
    ask: 'features/tasks/tasks-screen.tsx manage-all-tasks',
    what: 'giving a new task to somebody',
    screen: tasks('nueva'),
    opens: () => void fireEvent.click(screen.queryByRole('button', { name: 'Más datos' }) ?? document.body),
    isOffered: says(/¿Quién la hace\?/),
  },
];

/** What is nobody's in particular is done by anybody. */
const ownDuties: readonly Place[] = [
  {
    ask: 'features/tasks/task-row.tsx mayDoTask',
    capability: 'create-tasks',
    what: 'the tick of a task for everybody',
    screen: tasks(null),
    opens: () => void fireEvent.click(screen.queryByRole('button', { name: /^Todas/ }) ?? document.body),
    isOffered: isEnabled('checkbox', 'Hecha: Pesar los terneros'),
  },
];

export const placesOfWork: readonly Place[] = [
  ...records.map((place) => ({ ...place, capability: 'record' as const })),
  ...changes,
  ...figures,
  ...reviews.map((place) => ({ ...place, capability: 'review' as const })),
  ...duties.map((place) => ({ ...place, capability: 'manage-all-tasks' as const })),
  ...ownDuties,
];
