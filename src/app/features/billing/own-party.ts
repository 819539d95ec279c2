import { accountEndpoints } from '#contract/endpoints/account.ts';
import { useAnswer, useFarm, useSession } from '#platform';
import type { OwnParty } from './invoice-draft.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Who we are on an invoice: the farm's legal name and CUIT as the server has them, its name until then. */
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
