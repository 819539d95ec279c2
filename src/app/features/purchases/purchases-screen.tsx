import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import {
  addMonths,
  boughtTypes,
  campaignDays,
  campaignName,
  campaignOf,
  type Day,
  type Invoice,
  missingTogether,
  monthName,
  monthOf,
  type Purchase,
  type PurchaseKind,
  purchaseKinds,
  purchaseOf,
  searchable,
  servicesIn,
} from '#domain';
import type { Movement } from '#domain/movements/movement.ts';
import { buy } from '#domain/movements/kinds/inflows.ts';
import { assetBatch } from '#domain/movements/kinds/supplies.ts';
import { NothingHere } from '#farm/nothing-here.tsx';
import { useLive, useMay, useToday } from '#platform';
import { Button, ChipGroup, Cluster, EmptyState, MonthStepper, PageHeading, Segmented, Skeleton, TextField } from '#ui';
import { LinkInvoice, PurchaseSums, PurchaseTable } from './purchase-table.tsx';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';

interface PurchasesScreenProps {
  readonly linking: string | null;
  readonly onLink: (movementId: string) => void;
  readonly onLinkEnd: () => void;
  readonly onRecord: (type: string) => void;
}

/** A month, or the campaign that it ends in. */
interface Period {
  readonly by: 'mes' | 'campana';
  readonly month: string;
}

interface Stretch {
  readonly from: Day;
  readonly to: Day;
  readonly label: string;
}

/** Days and name of a period. A campaign that begins later this month is not there yet. */
function stretchOf({ by, month }: Period, start: string, today: Day): Stretch {
  const days = { from: `${month}-01`, to: `${month}-31` };
  if (by === 'mes') return { ...days, label: `${monthName(month)} de ${month.slice(0, 4)}` };
  const year = campaignOf(days.to < today ? days.to : today, start);
  return { ...campaignDays(year, start), label: `Campaña ${campaignName(year, start)}` };
}

const kinds = Object.entries(purchaseKinds).map(([value, label]) => ({ value: value as PurchaseKind, label }));

const isSought = (purchase: Purchase, sought: string): boolean =>
  searchable(`${purchase.supplier ?? ''} ${purchase.detail}`).includes(searchable(sought.trim()));

/** For who sees money, as invoices are (domain.md §2.18). */
export const PurchasesScreen = (props: PurchasesScreenProps) =>
  useMay('see-money') ? (
    <Purchases {...props} />
  ) : (
    <NothingHere title="Compras" to="/dashboard">
      Las compras las ven el dueño y quienes él elige. Lo que llega se anota con Registrar.
    </NothingHere>
  );

/** Animals, supplies and services bought: a view over movements and invoices (domain.md §2.6). */
const Purchases = ({ linking, onLink, onLinkEnd, onRecord }: PurchasesScreenProps) => {
  const today = useToday();
  const [period, setPeriod] = useState<Period>({ by: 'mes', month: monthOf(today) });
  const [kind, setKind] = useState<PurchaseKind | null>(null);
  const [sought, setSought] = useState('');
  const start = useLive((views) => views.campaignStart());
  const stretch = start === undefined ? null : stretchOf(period, start, today);
  const { from = '', to = '' } = stretch ?? {};
  const purchases = useLive(async (views) => (from === '' ? undefined : purchasesBetween(views, from, to)), [from, to]);
  const step = period.by === 'mes' ? 1 : 12;
  const shown = purchases?.filter((one) => (kind === null || one.kind === kind) && isSought(one, sought));
  return (
    <>
      <PageHeading title="Compras" />
      <Cluster>
        <Button onClick={() => onRecord(buy.type)}>Nueva compra de hacienda</Button>
        <Button onClick={() => onRecord(assetBatch.type)}>Nueva compra de insumos</Button>
      </Cluster>
      <Segmented
        label="Período"
        value={period.by}
        onChange={(by) => setPeriod({ ...period, by })}
        options={{ mes: 'Mes', campana: 'Campaña' }}
      />
      {stretch ? (
        <MonthStepper
          label={stretch.label}
          onBack={() => setPeriod({ ...period, month: addMonths(period.month, -step) })}
          onForth={to >= today ? null : () => setPeriod({ ...period, month: addMonths(period.month, step) })}
        />
      ) : (
        <Skeleton rows={1} />
      )}
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
          <PurchaseSums purchases={shown} />
          <PurchaseTable purchases={shown} onLink={onLink} />
        </>
      ) : null}
      {linking !== null ? <LinkInvoice movementId={linking} onClose={onLinkEnd} /> : null}
    </>
  );
};

/** All purchases between two days, newest first: one read by each kind's index, and the invoices. */
async function purchasesBetween(views: FarmViews, from: string, to: string): Promise<readonly Purchase[]> {
  const invoices = await views.invoices();
  const records = await Promise.all(boughtTypes.map((type) => newestMovements(views, { types: [type], from, to })));
  const here = records.flat();
  const movements = here.map((view) => view.movement);
  const elsewhere = await Promise.all(missingTogether(movements, invoices).map((id) => views.movement(id)));
  const together = [...movements, ...elsewhere.flatMap((view) => view?.movement ?? [])];
  const bought = here.flatMap(({ movement, summary }) => {
    const others = together.filter((one) => one.id !== movement.id);
    return purchaseOf(movement, summary, invoices, others) ?? [];
  });
  const issued = invoices.filter(({ issued_on }) => issued_on !== null && issued_on >= from && issued_on <= to);
  const services = servicesIn(issued, await deletedOf(views, issued, together));
  return [...bought, ...services].toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

/** The deleted ones of the records of these invoices; what is not on this device is not known to be. */
async function deletedOf(
  views: FarmViews,
  invoices: readonly Invoice[],
  known: readonly Movement[],
): Promise<ReadonlySet<string>> {
  const read = new Set(known.map(({ id }) => id));
  const named = new Set(invoices.flatMap((one) => (one.direction === 'recibida' ? one.movement_ids : [])));
  const others = await Promise.all([...named].filter((id) => !read.has(id)).map((id) => views.movement(id)));
  const movements = [...known, ...others.flatMap((view) => view?.movement ?? [])];
  return new Set(movements.flatMap(({ id, deleted }) => (deleted ? [id] : [])));
}
