import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { addMonths, type Day, monthName, monthOf } from '../../../domain/dates.ts';
import {
  campaignDays,
  campaignOf,
  type Purchase,
  type PurchaseKind,
  purchaseKinds,
} from '../../../domain/office/purchases.ts';
import { searchable } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { useMay } from '../../frame/use-may.ts';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MonthStepper } from '../../ui/month-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LinkInvoice } from './link-invoice.tsx';
import { purchasesBetween } from './purchase-records.ts';
import { PurchaseSums, PurchaseTable } from './purchase-table.tsx';

interface PurchasesScreenProps {
  /** The purchase that an invoice is being looked for; the address says it. */
  readonly linking: string | null;
  readonly onLink: (movementId: string) => void;
  readonly onLinkEnd: () => void;
  readonly onRecord: (type: string) => void;
}

/** A stretch of time: a month, or a campaign of twelve from July on. */
interface Period {
  readonly by: 'mes' | 'campana';
  readonly month: string;
}

const daysOf = ({ by, month }: Period): { readonly from: Day; readonly to: Day } =>
  by === 'mes' ? { from: `${month}-01`, to: `${month}-31` } : campaignDays(campaignOf(`${month}-01`));

const labelOf = ({ by, month }: Period): string => {
  const year = campaignOf(`${month}-01`);
  return by === 'mes' ? `${monthName(month)} de ${month.slice(0, 4)}` : `Campaña ${year}/${String(year + 1).slice(2)}`;
};

const kinds = Object.entries(purchaseKinds).map(([value, label]) => ({ value: value as PurchaseKind, label }));

const isSought = (purchase: Purchase, sought: string): boolean =>
  searchable(`${purchase.supplier ?? ''} ${purchase.detail}`).includes(searchable(sought.trim()));

/** What was bought: animals, supplies and services, a view over movements and invoices (domain.md §2.6). */
export const PurchasesScreen = ({ linking, onLink, onLinkEnd, onRecord }: PurchasesScreenProps) => {
  const today = useToday();
  const [period, setPeriod] = useState<Period>({ by: 'mes', month: monthOf(today) });
  const [kind, setKind] = useState<PurchaseKind | null>(null);
  const [sought, setSought] = useState('');
  const { from, to } = daysOf(period);
  const purchases = useLive((views) => purchasesBetween(views, from, to), [from, to]);
  const step = period.by === 'mes' ? 1 : 12;
  const shown = purchases?.filter((one) => (kind === null || one.kind === kind) && isSought(one, sought));
  const seesMoney = useMay('see-money');
  return (
    <>
      <PageHeading title="Compras" />
      <Cluster>
        <Button onClick={() => onRecord('BUY')}>Nueva compra de hacienda</Button>
        <Button onClick={() => onRecord('ASSET_BATCH')}>Nueva compra de insumos</Button>
      </Cluster>
      <Segmented
        label="Período"
        value={period.by}
        onChange={(by) => setPeriod({ ...period, by })}
        options={[
          { value: 'mes', label: 'Mes' },
          { value: 'campana', label: 'Campaña' },
        ]}
      />
      <MonthStepper
        label={labelOf(period)}
        onBack={() => setPeriod({ ...period, month: addMonths(period.month, -step) })}
        onForth={to >= today ? null : () => setPeriod({ ...period, month: addMonths(period.month, step) })}
      />
      <ChipGroup
        label="Qué se compró"
        labelHidden
        strip
        options={kinds}
        value={kind}
        onChange={(next) => setKind(next === kind ? null : next)}
      />
      <TextField label="Buscar proveedor o detalle" type="search" value={sought} onChange={setSought} />
      {!shown ? <Skeleton rows={5} /> : null}
      {shown?.length === 0 ? (
        <EmptyState icon={<ShoppingCart size={40} />}>
          {sought || kind
            ? 'No hay compras así en este período.'
            : 'Sin compras en este período. Acá se ven las de hacienda y las de insumos, con su factura.'}
        </EmptyState>
      ) : null}
      {shown && shown.length > 0 ? (
        <>
          <PurchaseSums purchases={shown} seesMoney={seesMoney} />
          <PurchaseTable purchases={shown} seesMoney={seesMoney} onLink={onLink} />
        </>
      ) : null}
      {linking !== null && seesMoney ? <LinkInvoice movementId={linking} onClose={onLinkEnd} /> : null}
    </>
  );
};
