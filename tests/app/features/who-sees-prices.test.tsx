// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BillingScreen } from '../../../src/app/features/billing/billing-screen.tsx';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { MoreSheet } from '../../../src/app/features/shell/more-sheet.tsx';
import { mayRecord, moneyFieldsOf } from '../../../src/domain/movements/permissions.ts';
import { recordedKinds } from '../../../src/domain/movements/registry.ts';
import { may, type Standing } from '../../../src/domain/people/permissions.ts';
import { roles } from '../../../src/domain/people/roles.ts';
import { openDetails } from './fill-in.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

/** What stands on each screen that knows of money, and by what it is known that it is offered there. */
const noop = (): void => undefined;
const screens: readonly (readonly [string, ReactElement, offered: () => boolean])[] = [
  ['billing', <BillingScreen key="b" />, () => !isRefused()],
  ['create-invoice', <NewInvoiceScreen key="c" fromPaper={false} onDone={noop} />, () => !isRefused()],
  ['upload-invoice', <NewInvoiceScreen key="u" fromPaper onDone={noop} />, () => !isRefused()],
  [
    'billing/{id}',
    <InvoiceScreen key="i" id="none" sheet={null} onSheet={noop} onSheetEnd={noop} onGone={noop} />,
    () => !isRefused(),
  ],
  [
    'the menu',
    <MoreSheet key="m" open onClose={noop} onCount={noop} onReview={noop} onSearch={noop} />,
    () => screen.queryByText('Facturación') !== null,
  ],
];
const isRefused = (): boolean => screen.queryByText(/Las facturas las ven el dueño/) !== null;

const standings: readonly Standing[] = roles.flatMap((role) => [
  { role, showsFinance: true },
  { role, showsFinance: false },
]);
const links = [
  ['with signal', calm],
  ['without signal', { ...calm, reach: 'unreachable' as const }],
] as const;
const everybody = standings.flatMap((standing) =>
  links.map(
    ([link, status]) =>
      [`${standing.role}, prices ${standing.showsFinance ? 'shown' : 'hidden'}, ${link}`, standing, status] as const,
  ),
);

const sessionOf = ({ role, showsFinance }: Standing) => {
  const open = { organization: { id: 'ombu', name: 'El Ombú' }, role, shows_finance: showsFinance };
  return fakeSession(role, { open, organizations: [open] });
};

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe.each(everybody)('%s', (_who, standing, status) => {
  const seesMoney = may(standing, 'see-money');

  test.each(screens)('%s offers money to who may see it, and to nobody else', async (_name, element, offered) => {
    await renderScreen(element, { farm: fakeFarm({ status }), session: sessionOf(standing) });
    expect(offered()).toBe(seesMoney);
  });

  const priced = recordedKinds.filter((kind) => moneyFieldsOf(kind).length > 0 && mayRecord(standing.role, kind));
  test.each(priced.map((kind) => [kind.label, kind] as const))(
    'the form of %s asks for prices alike',
    async (_label, kind) => {
      const from = { lotId: null, rodeoId: null };
      await renderScreen(<NewRecordSheet kind={kind} role={standing.role} from={from} onClose={noop} />, {
        farm: fakeFarm({ status }),
        session: sessionOf(standing),
      });
      await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
      openDetails();
      const asked = moneyFieldsOf(kind).filter((name) => document.getElementById(`registro-${name}`) !== null);
      expect(asked.length > 0).toBe(seesMoney);
    },
  );
});

describe('a right to see prices that falls while a form is open', () => {
  const kept = 'Ya no ves precios en este establecimiento: los que habías cargado se guardan para quien los ve.';

  /** The form of a sale, before a session whose farm stops showing prices to its admins. */
  async function openSale() {
    const [shown, hidden] = [true, false].map((showsFinance) => sessionOf({ role: 'admin', showsFinance }));
    if (!shown || !hidden) throw new Error('Both sessions are made');
    const ears = new Set<() => void>();
    let now = shown;
    const session: typeof shown = {
      ...shown,
      state: () => now.state(),
      subscribe: (ear) => {
        ears.add(ear);
        return () => ears.delete(ear);
      },
    };
    const [kind] = recordedKinds.filter(({ type }) => type === 'SELL');
    if (!kind) throw new Error('Sales are recorded');
    const from = { lotId: null, rodeoId: null };
    await renderScreen(<NewRecordSheet kind={kind} role="admin" from={from} onClose={noop} />, {
      farm: fakeFarm(),
      session,
    });
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
    openDetails();
    const price = moneyFieldsOf(kind)
      .map((name) => document.getElementById(`registro-${name}`))
      .find(Boolean);
    const fall = (): void =>
      act(() => {
        now = hidden;
        for (const ear of ears) ear();
      });
    return { price: price as HTMLInputElement, fall };
  }

  test('is said in the form, and what was typed is kept', async () => {
    const { price, fall } = await openSale();
    fireEvent.change(price, { target: { value: '2800' } });
    expect(screen.queryByText(kept)).toBeNull();
    fall();
    expect(await screen.findByText(kept)).not.toBeNull();
    expect(price.isConnected).toBe(false);
  });

  test('is not spoken of where no price had been typed', async () => {
    const { price, fall } = await openSale();
    fall();
    await waitFor(() => expect(price.isConnected).toBe(false));
    expect(screen.queryByText(kept)).toBeNull();
  });
});
