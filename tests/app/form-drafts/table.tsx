import type { ReactElement } from 'react';
import { Activation } from '../../../src/app/features/account/activation.tsx';
import { LogIn } from '../../../src/app/features/account/log-in.tsx';
import { Recovery } from '../../../src/app/features/account/recovery.tsx';
import { InvitedForm } from '../../../src/app/features/account/invited.tsx';
import { SignUp } from '../../../src/app/features/account/sign-up.tsx';
import { AnnulInvoice, PaymentSheet } from '../../../src/app/features/billing/payments.tsx';
import { EditInvoiceSheet, HerdSheet } from '../../../src/app/features/billing/edit-invoice-sheet.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import { SuppliesSheet } from '../../../src/app/features/billing/supplies-sheet.tsx';
import { CampoSheet } from '../../../src/app/features/campos/campo-sheet.tsx';
import { CategorySheet } from '../../../src/app/features/categories/category-sheet.tsx';
import { ChangeLotSheet } from '../../../src/app/features/change-lot/change-lot-sheet.tsx';
import { ChangeMail, ChangePhone } from '../../../src/app/features/configuration/profile.tsx';
import { ChangePassword, Pin } from '../../../src/app/features/configuration/security.tsx';
import { DeleteAccount } from '../../../src/app/features/configuration/delete-account.tsx';
import { Organization } from '../../../src/app/features/configuration/organization.tsx';
import { RationSheet } from '../../../src/app/features/consumption/consumption-screen.tsx';
import { CycleForm } from '../../../src/app/features/cycles/cycle-form.tsx';
import { InseminationSheet } from '../../../src/app/features/cycles/insemination-sheet.tsx';
import { ChangeCategorySheet, EditCountSheet, standingIn } from '../../../src/app/features/lots/animal-sheets.tsx';
import { CreateLotScreen } from '../../../src/app/features/lots/create-lot-screen.tsx';
import { EditLot } from '../../../src/app/features/lots/edit-lot.tsx';
import { OrderLots } from '../../../src/app/features/lots/order-lots.tsx';
import { NoteForm } from '../../../src/app/features/notes/note-form.tsx';
import { NewOrganization } from '../../../src/app/features/organization/first-organization.tsx';
import { CorrectSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { OpeningSheet } from '../../../src/app/features/record/opening-sheet.tsx';
import { RecountSheet } from '../../../src/app/features/recount/recount-sheet.tsx';
import { CountCard } from '../../../src/app/features/review/review-sheet.tsx';
import { RodeoSheet } from '../../../src/app/features/rodeos/rodeo-sheet.tsx';
import { FinishTask } from '../../../src/app/features/tasks/task-facts.tsx';
import { CallOffTask } from '../../../src/app/features/tasks/task-sheet.tsx';
import { TaskForm } from '../../../src/app/features/tasks/task-form.tsx';
import type { FormFailure } from '../../../src/app/forms/use-form.ts';
import { AddPerson, AskByMail, InviteByName, MakeAccount } from '../../../src/app/features/team/add-member.tsx';
import { WithoutAccess } from '../../../src/app/features/team/without-access.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { fakeFarm, type FarmValues, movementView } from '../../support/fake-farm.tsx';
import { press } from './hands.ts';
import { cycle, invitation, invoice, peopled, task } from './rows.ts';
import { storeRoom } from './store-room.tsx';
import { wayIn } from './way-in.tsx';

type Refuse = () => Promise<FormFailure>;

/** One form of the app: where it is written, how it is opened, and what sends it off. */
export interface FormOfTheApp {
  /** Under src/app/features. */
  readonly file: string;
  /** Where one file makes several. */
  readonly name?: string;
  /** `refuse` is a call that never works, for those that are handed their call. */
  readonly screen: (refuse: Refuse) => ReactElement | Promise<ReactElement>;
  /** Buttons that bring the fields in sight, each time that the form is opened. */
  readonly opens?: readonly (string | RegExp)[];
  readonly values?: Partial<FarmValues>;
  /** What is chosen by touch besides what is typed. */
  readonly chooses?: readonly (string | RegExp)[];
  /** What is touched to save it, one after the other. */
  readonly saves: readonly (string | RegExp)[];
  /** How it is filled in, where there is nothing to type. */
  readonly changes?: () => void;
  /** It asks for passwords and codes alone, which are kept nowhere. */
  readonly isSecret?: true;
}

const nothing = (): void => undefined;
const done = { onSaved: nothing, onClose: nothing, onDone: nothing };
function lotView() {
  const views = fakeFarm().views;
  return views.lot('ombu').then((view) => {
    if (!view) throw new Error('The farm has no El Ombú');
    return view;
  });
}

async function cowsInOmbu() {
  const { views } = fakeFarm();
  const [stock, categories] = await Promise.all([views.stock(), views.categories()]);
  const cows = standingIn('ombu', stock, categories).find((one) => one.category.id === 'vaca');
  if (!cows) throw new Error('No cows in El Ombú');
  return { lotId: 'ombu', lotName: 'El Ombú', standing: cows, onClose: nothing };
}

function kindOf(type: string) {
  const kind = recordedKind(type);
  if (!kind) throw new Error(`No kind ${type}`);
  return kind;
}

/** The way back in, at one of its later steps. */
const recoveryAt = (step: 'code' | 'password') => () => {
  const recovery = { step, email: 'luz@campo.ar', sentMs: Date.now(), resendMs: 0, wrongTries: 0, resetToken: 'abc' };
  sessionStorage.setItem('recovery', JSON.stringify(recovery));
  return <Recovery />;
};

const cacho = { id: 'cacho', first_name: 'Cacho', last_name: '', role: 'user', state: 'sin_acceso' } as const;

const account: readonly FormOfTheApp[] = [
  { file: 'account/log-in.tsx', screen: () => <LogIn />, saves: ['Ingresar'] },
  { file: 'account/sign-up.tsx', screen: () => <SignUp />, saves: ['Crear cuenta'] },
  { file: 'account/recovery.tsx', screen: () => <Recovery />, saves: ['Enviar código'] },
  { file: 'account/recovery.tsx', screen: recoveryAt('code'), saves: ['Continuar'], isSecret: true },
  { file: 'account/recovery.tsx', screen: recoveryAt('password'), saves: [], isSecret: true },
  {
    file: 'account/activation.tsx',
    screen: () => <Activation fragment="token=abc&email=luz@campo.ar" onDone={nothing} />,
    saves: ['Activar la cuenta'],
    isSecret: true,
  },
  {
    file: 'account/invited.tsx',
    screen: () => <InvitedForm token="abc" shown={invitation} onEntering={nothing} onMade={nothing} />,
    saves: [/^Entrar a/],
  },
  {
    file: 'configuration/profile.tsx',
    screen: () => <ChangeMail userId="ana" {...done} />,
    saves: [/Enviar código/],
  },
  {
    file: 'configuration/profile.tsx',
    name: 'configuration/profile.tsx, the telephone',
    screen: () => <ChangePhone userId="ana" {...done} />,
    saves: [/Enviar código/],
  },
  {
    file: 'configuration/security.tsx',
    screen: () => <ChangePassword />,
    saves: ['Cambiar contraseña'],
    isSecret: true,
  },
  {
    file: 'configuration/security.tsx',
    name: 'configuration/security.tsx, the PIN',
    screen: () => <Pin />,
    saves: ['Poner PIN'],
    isSecret: true,
  },
  {
    file: 'configuration/delete-account.tsx',
    screen: () => <DeleteAccount />,
    saves: ['Eliminar mi cuenta'],
    isSecret: true,
  },
  { file: 'configuration/organization.tsx', screen: () => <Organization unsent={0} />, saves: ['Guardar cambios'] },
  {
    file: 'organization/first-organization.tsx',
    screen: () => <NewOrganization {...done} />,
    saves: ['Crear establecimiento'],
  },
  {
    file: 'team/add-member.tsx',
    name: 'an address',
    screen: () => <AskByMail onChanged={nothing} />,
    saves: ['Agregar al equipo'],
  },
  {
    file: 'team/add-member.tsx',
    name: 'an invitation',
    screen: () => <InviteByName onChanged={nothing} />,
    saves: ['Invitar'],
  },
  {
    file: 'team/add-member.tsx',
    name: 'an account',
    screen: () => <MakeAccount onChanged={nothing} />,
    saves: ['Crear cuenta y enlace'],
  },
  { file: 'team/without-access.tsx', screen: () => <AddPerson />, saves: ['Agregar sin acceso'] },
  {
    file: 'team/without-access.tsx',
    name: 'team/without-access.tsx of somebody',
    screen: () => <WithoutAccess person={cacho} onMade={nothing} />,
    opens: ['Cambiar sus datos'],
    saves: ['Guardar cambios'],
  },
  {
    file: 'team/without-access.tsx',
    screen: () => <WithoutAccess person={cacho} onMade={nothing} />,
    opens: ['Dar acceso a la app', 'Con su correo'],
    saves: ['Crear cuenta y enlace'],
  },
];

const places: readonly FormOfTheApp[] = [
  { file: 'campos/campo-sheet.tsx', screen: () => <CampoSheet id={null} {...done} />, saves: ['Guardar'] },
  { file: 'categories/category-sheet.tsx', screen: () => <CategorySheet id={null} {...done} />, saves: ['Guardar'] },
  { file: 'rodeos/rodeo-sheet.tsx', screen: () => <RodeoSheet id={null} {...done} />, saves: ['Guardar'] },
  {
    file: 'lots/create-lot-screen.tsx',
    screen: () => <CreateLotScreen {...done} />,
    opens: ['Agregar animales', 'Más datos'],
    saves: ['Guardar lote'],
  },
  {
    file: 'lots/edit-lot.tsx',
    screen: async () => <EditLot view={await lotView()} onClose={nothing} />,
    opens: ['Más datos'],
    saves: ['Guardar cambios'],
  },
  {
    file: 'lots/order-lots.tsx',
    screen: async () => <OrderLots lots={await fakeFarm().views.lots()} onEnd={nothing} />,
    changes: () => press([/^Bajar.*Ombú/]),
    saves: ['Guardar orden'],
  },
  {
    file: 'lots/animal-sheets.tsx',
    screen: async () => <EditCountSheet {...await cowsInOmbu()} />,
    chooses: ['Faltante'],
    saves: ['Guardar cantidad'],
  },
  {
    file: 'lots/animal-sheets.tsx',
    name: 'lots/animal-sheets.tsx, another category',
    screen: async () => <ChangeCategorySheet {...await cowsInOmbu()} />,
    saves: [/Cambiar|Transferir|Guardar/],
  },
  {
    file: 'change-lot/change-lot-sheet.tsx',
    screen: () => <ChangeLotSheet from={{ lotId: 'ombu' }} onClose={nothing} />,
    opens: ['Algunas categorías'],
    chooses: [/El Bajo/],
    saves: [/^Mover/],
  },
  {
    file: 'recount/recount-sheet.tsx',
    screen: () => <RecountSheet lotId="ombu" onClose={nothing} />,
    opens: [/^Lote, fecha y detalle: /],
    saves: ['Guardar recuento'],
  },
  {
    file: 'record/opening-sheet.tsx',
    screen: () => <OpeningSheet view={null} lotId="ombu" onClose={nothing} />,
    chooses: ['Cría'],
    saves: ['Guardar existencia'],
  },
];

const recordOf = (file: string, type: string): FormOfTheApp => ({
  file,
  name: `${file}, ${type}`,
  screen: () => (
    <NewRecordSheet kind={kindOf(type)} role="owner" from={{ lotId: 'ombu', rodeoId: null }} onClose={nothing} />
  ),
  opens: ['Agregar detalle'],
  saves: [/^Guardar/],
});

const records: readonly FormOfTheApp[] = [
  ...['BIRTH', 'DEATH', 'RAIN', 'TREATMENT', 'WEIGHING', 'SELL', 'PREGNANCY_DIAGNOSIS'].map((type) =>
    recordOf('record/use-record-form.tsx', type),
  ),
  recordOf('record/record-form.tsx', 'HAIL'),
  {
    file: 'record/correct-sheet.tsx',
    screen: () => <CorrectSheet opId="op-9" role="owner" onClose={nothing} />,
    values: {
      pending: [
        {
          opId: 'op-9',
          act: 'create',
          subject: 'lot',
          title: 'Alta de lote',
          summary: 'El Fondo',
          state: 'error',
          problem: { message: 'Ya existe un lote con ese nombre', issues: [] },
        } as never,
      ],
      payloads: { 'op-9': { name: 'El Fondo', hectares: 30 } },
    },
    saves: ['Guardar cambios'],
  },
  {
    file: 'review/review-sheet.tsx',
    screen: () => <CountCard views={[movementView({ type: 'AUDIT_RECORD' })]} />,
    opens: ['Rechazar'],
    saves: ['Rechazar recuento'],
  },
];

const office: readonly FormOfTheApp[] = [
  {
    file: 'billing/edit-invoice-sheet.tsx',
    screen: () => <HerdSheet invoice={invoice} booked={new Map()} onClose={nothing} />,
    saves: [/^Registrar/],
  },
  {
    file: 'billing/supplies-sheet.tsx',
    screen: () => <SuppliesSheet invoice={invoice} onClose={nothing} />,
    saves: ['Guardar ingreso'],
  },
  {
    file: 'cycles/insemination-sheet.tsx',
    screen: () => <InseminationSheet cycle={cycle} index={null} refused={null} onClose={nothing} />,
    saves: ['Guardar'],
  },
  {
    file: 'tasks/task-facts.tsx',
    screen: () => <FinishTask task={task} onClose={nothing} />,
    saves: ['Marcar como hecha'],
  },
  {
    file: 'billing/new-invoice-screen.tsx',
    screen: () => <NewInvoiceScreen fromPaper={false} onDone={nothing} />,
    saves: ['Revisar y guardar', 'Guardar borrador'],
  },
  {
    file: 'billing/edit-invoice-sheet.tsx',
    screen: (refuse) => <EditInvoiceSheet invoice={invoice} change={refuse} cannotChange={false} onClose={nothing} />,
    saves: [/^Guardar/],
  },
  {
    file: 'billing/payments.tsx',
    screen: (refuse) => <PaymentSheet invoice={invoice} change={refuse} cannotChange={false} onClose={nothing} />,
    saves: [/^(Guardar|Registrar)/],
  },
  {
    file: 'billing/payments.tsx',
    name: 'billing/payments.tsx, why it is annulled',
    screen: (refuse) => <AnnulInvoice invoice={invoice} change={refuse} cannotChange={false} />,
    opens: ['Anular factura'],
    saves: ['Anular'],
  },
  { file: 'consumption/consumption-screen.tsx', screen: () => <RationSheet onClose={nothing} />, saves: [/^Guardar/] },
  { file: 'cycles/cycle-form.tsx', screen: () => <CycleForm id={null} {...done} />, saves: ['Guardar'] },
  {
    file: 'notes/note-form.tsx',
    screen: () => <NoteForm id={null} {...done} />,
    opens: ['Más datos'],
    saves: ['Guardar'],
  },
  {
    file: 'tasks/task-form.tsx',
    screen: () => <TaskForm id={null} mayAssign {...done} />,
    opens: ['Más datos'],
    saves: ['Guardar'],
  },
  {
    file: 'tasks/task-sheet.tsx',
    name: 'tasks/task-sheet.tsx, why it is called off',
    screen: () => <CallOffTask task={task} />,
    opens: ['Cancelar tarea'],
    saves: ['Cancelar tarea'],
  },
  ...storeRoom,
];

/** Every form of the app. One that is not here fails the test that reads the sources. */
export const forms: readonly FormOfTheApp[] = [...account, ...wayIn, ...places, ...records, ...office].map((form) => ({
  ...form,
  values: { ...peopled, ...form.values },
}));

/** Where what is chosen is no content of a form: each with the reason. */
export const withoutDraftOnPurpose: Readonly<Record<string, string>> = {
  'account/lock-screen.tsx': 'a PIN, or a password: secrets',
  'billing/billing-screen.tsx': 'a filter of the list',
  'configuration/security.tsx': 'a PIN: a secret',
  'configuration/organization.tsx': 'a name that is written anew each time, so that nobody deletes a farm by a slip',
  'consumption/consumption-screen.tsx': 'a tab and a month; the ration keeps its draft',
  'cycles/cycle-form.tsx': 'a name that is proposed, for a rodeo that one touch makes',
  'lots/lots-screen.tsx': 'a search',
  'movements/movements-screen.tsx': 'filters of the list, which the address holds',
  'notes/notes-screen.tsx': 'a search',
  'pending/queued-row.tsx': 'a word that is written anew each time, so that nothing is discarded by a slip',
  'pending/give-records.tsx': 'whether photos go with the file that is made at once',
  'purchases/purchases-screen.tsx': 'a filter of the list',
  'record/keypad-quantity.tsx': 'how a number is shown while it is keyed in: the form keeps the number',
  'recount/tally-pad.tsx': 'how a number is shown while it is keyed in: the form keeps what is counted',
  'record/register-menu.tsx': 'a search',
  'search/results.tsx': 'a filter of what was found',
  'search/search-sheet.tsx': 'a search, which the address holds',
  'stock/stock-screen.tsx': 'a search',
  'tasks/tasks-screen.tsx': 'a filter of the list',
};
