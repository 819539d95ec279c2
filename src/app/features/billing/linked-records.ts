import { useEffect, useRef } from 'react';
import type { Invoice } from '../../../domain/office/invoices.ts';
import { useFarm, useFarmStatus, useLive } from '../../frame/farm-context.tsx';
import type { Farm, MovementView } from '../../sync/farm.ts';
import type { OpenInvoice } from './use-invoice.ts';

/** Records of an invoice that the server has still to be told of: they are kept like what is half typed. */
const keyOf = (invoiceId: string): string => `enlace ${invoiceId}`;

const idsIn = (draft: Readonly<Record<string, unknown>> | null): readonly string[] => {
  const ids = draft?.['ids'];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
};

/** Notes that a record is of an invoice: the link is made once the server has both. */
export async function oweLink(farm: Farm, invoiceId: string, movementId: string): Promise<void> {
  const owed = idsIn(await farm.views.draft(keyOf(invoiceId)));
  await farm.saveDraft(keyOf(invoiceId), { ids: [...new Set([...owed, movementId])] });
}

/** Links what is owed and has arrived; what was discarded meanwhile is owed no more. */
async function settle(farm: Farm, invoice: Invoice, change: OpenInvoice['change']): Promise<void> {
  const owed = idsIn(await farm.views.draft(keyOf(invoice.id)));
  if (owed.length === 0) return;
  const found = await Promise.all(owed.map(async (id) => ({ id, view: await farm.views.movement(id) })));
  const sent = found.flatMap(({ view }) => (view?.state === 'enviado' ? [view.movement.id] : []));
  const fresh = sent.filter((id) => !invoice.movement_ids.includes(id));
  const failed = fresh.length > 0 ? await change({ movement_ids: [...invoice.movement_ids, ...fresh] }) : null;
  if (failed) return;
  const left = found.filter(({ view }) => view !== null && view.state !== 'enviado').map(({ id }) => id);
  if (left.length < owed.length) await farm.saveDraft(keyOf(invoice.id), left.length > 0 ? { ids: left } : null);
}

/** Makes the links that are owed, whenever something has left this device. */
export function useOwedLinks(invoice: Invoice, change: OpenInvoice['change']): void {
  const farm = useFarm();
  const { waiting, reach } = useFarmStatus();
  const isSettling = useRef(false);
  const latest = useRef({ invoice, change });
  useEffect(() => {
    latest.current = { invoice, change };
  });
  const { id, version } = invoice;
  useEffect(() => {
    if (isSettling.current || reach === 'unreachable') return;
    isSettling.current = true;
    // What asks for another look is that something has left this device: the outbox is shorter, or the invoice newer.
    void settle(farm, latest.current.invoice, latest.current.change).finally(() => {
      isSettling.current = false;
    });
  }, [farm, waiting, reach, id, version]);
}

/** The records that an invoice names, as far as this device knows them. */
export const useLinked = (ids: readonly string[]): readonly (MovementView | null)[] | undefined => {
  const key = ids.join(' ');
  return useLive((views) => Promise.all(key === '' ? [] : key.split(' ').map((id) => views.movement(id))), [key]);
};

/** Heads that records have already booked, by category. */
export function headsBooked(views: readonly (MovementView | null)[]): ReadonlyMap<string, number> {
  const booked = new Map<string, number>();
  for (const view of views) {
    if (!view || view.movement.deleted) continue;
    for (const { type, count } of view.movement.animals) booked.set(type, (booked.get(type) ?? 0) + count);
  }
  return booked;
}
