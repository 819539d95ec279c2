import { accountEndpoints } from '#contract/endpoints/account.ts';
import { useAnswer, useFarm, useSession } from '#platform';
import type { OwnParty } from './invoice-draft.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Our side of an invoice: legal name and CUIT from the server, the farm's name until then. */
export function useOwnParty(): OwnParty {
  const { organizationId } = useFarm();
  const { state } = useSession();
  const { value } = useAnswer(accountEndpoints.organizationData, { org: organizationId });
  const settings: Readonly<Record<string, unknown>> = value?.organization.settings ?? {};
  const known = state.organizations.find((one) => one.organization.id === organizationId)?.organization.name;
  return {
    name: textOf(settings['legal_name']) ?? value?.organization.name ?? known ?? '',
    cuit: textOf(settings['cuit']),
  };
}
