import {
  addDays,
  cuitDigits,
  type Day,
  daysBetween,
  formatCuit,
  isDebt,
  type Invoice,
  searchable,
  type StoredInvoice,
  storedOf,
} from '#domain';
import type { InvoiceDraft, OwnParty } from './invoice-draft.ts';
import { otherSideOf } from './invoice-facts.ts';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import { useAnswer, useFarm, useSession } from '#platform';

type Party = NonNullable<StoredInvoice['issuer']>;

const partyOf = (invoice: Invoice) => otherSideOf(storedOf(invoice));

/** Earlier parties, newest first, once by name. */
export function knownParties(invoices: readonly Invoice[], direction: string): readonly Party[] {
  const found = new Map<string, Party>();
  const newest = invoices
    .filter((one) => one.direction === direction && one.state !== 'anulada')
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  for (const invoice of newest) {
    const party = partyOf(invoice);
    const key = searchable(party?.name ?? '');
    if (party && key !== '' && !found.has(key)) found.set(key, party);
  }
  return [...found.values()];
}

/** CUIT and VAT condition of a known party, where the form has none. */
export function filledIn(
  parties: readonly Party[],
  name: string,
  values: Pick<InvoiceDraft, 'cuit' | 'vat_condition'>,
): Partial<InvoiceDraft> {
  const known = parties.find((one) => searchable(one.name) === searchable(name.trim()));
  return {
    name,
    ...(known?.cuit && !values.cuit && { cuit: formatCuit(known.cuit) }),
    ...(known?.vat_condition && !values.vat_condition && { vat_condition: known.vat_condition }),
  };
}

/** The name for a CUIT read off a paper, if it is a known party's. */
export function namedByCuit(
  invoices: readonly Invoice[],
  values: Pick<InvoiceDraft, 'cuit' | 'direction'>,
): string | null {
  const cuit = cuitDigits(values.cuit);
  const known = knownParties(invoices, values.direction).find((one) => one.cuit === cuit);
  return cuit !== '' && known && known.name !== formatCuit(cuit) ? known.name : null;
}

/** The due day by this party's last terms; null if unknown (domain.md §2.8). */
export function usualDueDay(
  invoices: readonly Invoice[],
  { direction, name, cuit, issued_on }: Pick<InvoiceDraft, 'direction' | 'name' | 'cuit' | 'issued_on'>,
): { readonly day: Day; readonly days: number } | null {
  if (!issued_on || (!name.trim() && !cuit)) return null;
  const isSame = (invoice: Invoice): boolean => {
    const party = partyOf(invoice);
    if (!party || invoice.direction !== direction) return false;
    return cuit && party.cuit ? party.cuit === cuitDigits(cuit) : searchable(party.name) === searchable(name.trim());
  };
  const [last] = invoices
    .filter(
      (one) => one.issued_on !== null && one.due_on !== null && isDebt(one) && one.state !== 'anulada' && isSame(one),
    )
    .toSorted((a, b) => ((a.issued_on ?? '') < (b.issued_on ?? '') ? 1 : -1));
  if (!last?.issued_on || !last.due_on) return null;
  const days = daysBetween(last.issued_on, last.due_on);
  return days > 0 ? { day: addDays(issued_on, days), days } : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Legal name and CUIT from the server, the farm's name until then. */
export function useOwnParty(): OwnParty {
  const { organizationId } = useFarm();
  const { state } = useSession();
  const { value } = useAnswer(accountEndpoints.organizationData, { org: organizationId });
  const settings: Readonly<Record<string, unknown>> = value?.organization.settings ?? {};
  const known = state.organizations.find((one) => one.organization.id === organizationId)?.organization.name;
  return {
    name: textOf(settings.legal_name) ?? value?.organization.name ?? known ?? '',
    cuit: cuitDigits(textOf(settings.cuit) ?? '') || null,
  };
}
