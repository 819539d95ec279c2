import { screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { BillingScreen } from '../../../src/app/features/billing/billing-screen.tsx';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import { ToInvoice } from '../../../src/app/features/conversations/conversations-screen.tsx';
import { Organization } from '../../../src/app/features/configuration/organization.tsx';
import { EditHistory } from '../../../src/app/features/movements/edit-history.tsx';
import { MovementDetail } from '../../../src/app/features/movements/movement-screen.tsx';
import { PurchasesScreen } from '../../../src/app/features/purchases/purchases-screen.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { ConflictValues } from '../../../src/app/features/review/record-card.tsx';
import { MoreSheet } from '../../../src/app/features/shell/more-sheet.tsx';
import { StockScreen } from '../../../src/app/features/stock/stock-screen.tsx';
import { RoleField } from '../../../src/app/features/team/team-form.tsx';
import { Invitations } from '../../../src/app/features/team/invitations.tsx';
import { TeamScreen } from '../../../src/app/features/team/team-screen.tsx';
import { useMovementCsv } from '../../../src/app/farm/movement-csv.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { movementView } from '../../support/fake-farm.tsx';
import { openDetails } from '../features/fill-in.ts';
import { asked, noop, type Place, says, titled, touchable } from './place.ts';

const isRefused = says(/^Las (facturas|compras) las ven el dueño/);
const opened = (): boolean => !isRefused();
const menu = () => <MoreSheet open onClose={noop} onCount={noop} onReview={noop} onSearch={noop} />;
const team = (sheet: string | null) => () => <TeamScreen sheet={sheet} onOpen={noop} onClose={noop} />;
const invited = (role: Role) => () => (
  <Invitations invitations={[{ id: 'inv', email: 'tito@campo.ar', role }]} onChanged={noop} />
);
const sale = recordedKind('SELL');

const priced = { lot_id: 'ombu', deletedBy: null, editHistory: [], total: 900 };
const sold = movementView({ type: 'SELL', metadata: priced });
const edited: Movement = {
  ...sold.movement,
  metadata: {
    ...priced,
    editHistory: [
      {
        editedBy: 'ana',
        editedAt: '2026-11-06T12:00:00.000Z',
        changes: [{ field: 'total', before: 800, after: 900 }],
      },
    ],
  },
};
const contested: Movement = {
  ...sold.movement,
  metadata: { ...priced, conflict: { before: { total: 800 }, after: { total: 900 } } },
};

/** The headings of a file of records, as this person gets it. */
const FileOfRecords = () => {
  const csvOf = useMovementCsv();
  const [head, setHead] = useState('');
  useEffect(() => void csvOf().then((csv) => setHead(csv.head)));
  return <p>{head}</p>;
};

const money: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/billing/billing-screen.tsx see-money',
    what: 'the invoices',
    screen: () => <BillingScreen />,
    isOffered: opened,
  },
  {
    ask: 'features/billing/new-invoice-screen.tsx see-money',
    what: 'a new invoice',
    screen: () => <NewInvoiceScreen fromPaper={false} onDone={noop} />,
    isOffered: opened,
  },
  {
    ask: 'features/billing/new-invoice-screen.tsx see-money',
    what: 'an invoice from its paper',
    screen: () => <NewInvoiceScreen fromPaper onDone={noop} />,
    isOffered: opened,
  },
  {
    ask: 'features/billing/invoice-screen.tsx see-money',
    what: 'an invoice, by its address',
    screen: () => <InvoiceScreen id="f1" sheet={null} onSheet={noop} onSheetEnd={noop} onGone={noop} />,
    isOffered: opened,
  },
  {
    ask: 'features/conversations/conversations-screen.tsx see-money',
    what: 'a photo of a conversation as an invoice',
    screen: () => <ToInvoice organizationId="ombu" onInvoice={async () => Promise.resolve()} />,
    isOffered: touchable('Cargar como factura'),
  },
  {
    ask: 'features/purchases/purchases-screen.tsx see-money',
    what: 'the purchases, by their address',
    screen: () => <PurchasesScreen linking={null} onLink={noop} onLinkEnd={noop} onRecord={noop} />,
    isOffered: opened,
  },
  {
    ask: 'features/shell/more-sheet.tsx see-money',
    what: 'the menu’s way to the invoices',
    screen: menu,
    isOffered: touchable(/^Facturación/),
  },
  {
    ask: 'features/shell/more-sheet.tsx see-money',
    what: 'the menu’s way to the purchases',
    screen: menu,
    isOffered: touchable(/^Compras/),
  },
  {
    ask: 'features/record/record-fields.tsx see-money',
    what: 'the price of a sale',
    screen: ({ role }) =>
      sale ? <NewRecordSheet kind={sale} role={role} from={{ lotId: null, rodeoId: null }} onClose={noop} /> : <p />,
    opens: openDetails,
    isOffered: () => document.getElementById('registro-total') !== null,
  },
  {
    ask: 'features/stock/intake-sheet.tsx see-money',
    what: 'what an intake cost',
    screen: () => <StockScreen act="multiple" onAct={noop} onActEnd={noop} />,
    isOffered: asked(/^Importe total/),
  },
  {
    ask: 'features/movements/record-facts.tsx see-money',
    what: 'the price of a record that was made',
    screen: () => <MovementDetail view={sold} onEdit={noop} onRepeat={noop} onGone={noop} />,
    isOffered: says('Importe total'),
  },
  {
    ask: 'features/movements/edit-history.tsx see-money',
    what: 'the price that an edit changed',
    screen: () => <EditHistory movement={edited} />,
    isOffered: says('Importe total'),
  },
  {
    ask: 'features/review/record-card.tsx see-money',
    what: 'the two prices of a conflict',
    screen: () => <ConflictValues movement={contested} />,
    isOffered: says('Importe total'),
  },
  {
    ask: 'farm/movement-csv.ts see-money',
    what: 'the prices in a file of records',
    screen: () => <FileOfRecords />,
    isOffered: says(/Importe total/),
  },
  {
    ask: 'features/team/team-screen.tsx change-any-record',
    what: 'the word that one sees prices',
    screen: team('roles'),
    isOffered: () => allowed().includes('Ver precios'),
  },
];

/** What stands under 'Puede', of one's own role. */
const allowed = (): string =>
  within(screen.getByRole('dialog', { name: 'Qué puede cada rol' })).getByRole('heading', { name: 'Puede' })
    .parentElement?.textContent ?? '';

const people: readonly Place[] = [
  {
    ask: 'features/team/team-screen.tsx change-any-record',
    capability: 'change-any-record',
    what: 'the word that one changes everybody’s records',
    screen: team('roles'),
    isOffered: () => allowed().includes('los registros de todos'),
  },
  {
    ask: 'features/team/team-screen.tsx manage-hands',
    capability: 'manage-hands',
    what: 'adding somebody',
    screen: team(null),
    isOffered: touchable('Agregar'),
  },
  {
    ask: 'features/team/team-screen.tsx manage-hands',
    capability: 'manage-hands',
    what: 'adding somebody, by its address',
    screen: team('agregar'),
    isOffered: titled('Agregar integrante'),
  },
  {
    ask: 'features/team/member-sheet.tsx mayRemove',
    capability: 'manage-hands',
    what: 'taking a hand off',
    screen: team('luis'),
    isOffered: touchable('Quitar del equipo'),
  },
  {
    ask: 'features/team/member-sheet.tsx mayRemove',
    capability: 'manage-team',
    what: 'taking an admin off',
    screen: team('marta'),
    isOffered: touchable('Quitar del equipo'),
  },
  {
    ask: 'features/team/member-sheet.tsx mayGiveRole',
    capability: 'manage-team',
    what: 'giving a hand another role',
    screen: team('luis'),
    isOffered: says('Rol en el equipo'),
  },
  {
    ask: 'features/team/team-form.tsx mayAdd',
    capability: 'manage-team',
    what: 'bringing an admin in',
    screen: () => <RoleField value="user" onChange={noop} />,
    isOffered: touchable('Administrador'),
  },
  {
    ask: 'features/team/invitations.tsx mayAdd',
    capability: 'manage-hands',
    what: 'asking a hand again',
    screen: invited('user'),
    isOffered: touchable('Mandar otra vez'),
  },
  {
    ask: 'features/team/invitations.tsx mayAdd',
    capability: 'manage-team',
    what: 'asking an owner again',
    screen: invited('owner'),
    isOffered: touchable('Mandar otra vez'),
  },
];

const organization: readonly Place[] = [
  {
    ask: 'features/configuration/organization.tsx edit-organization',
    capability: 'edit-organization',
    what: 'the farm’s own data',
    screen: () => <Organization unsent={0} />,
    needsSignal: true,
    isOffered: touchable('Guardar cambios'),
  },
  {
    ask: 'features/configuration/organization.tsx switch-finance',
    capability: 'switch-finance',
    what: 'what admins see',
    screen: () => <Organization unsent={0} />,
    needsSignal: true,
    isOffered: touchable(/Los administradores ven precios/),
  },
  {
    ask: 'features/configuration/organization.tsx delete-organization',
    capability: 'delete-organization',
    what: 'the end of the farm',
    screen: () => <Organization unsent={0} />,
    isOffered: touchable(/^Eliminar/),
  },
];

export const placesOfTheFarm: readonly Place[] = [
  ...money.map((place) => ({ ...place, capability: 'see-money' as const })),
  ...people,
  ...organization,
];
