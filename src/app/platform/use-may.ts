import { type Capability, may, type Role, type Standing } from '#domain';
import type { SessionState } from '#session/session.ts';
import { useSession } from './session-context.tsx';

/** The person's role and what the farm shows, as last heard; a backend that does not say shows prices to its admins. */
const standingOf = ({ role, open }: SessionState): Standing => ({
  role: role ?? 'user',
  showsFinance: open?.shows_finance ?? true,
});

/** The person's standing on the open farm, for what is told of it. */
export const useStanding = (): Standing => standingOf(useSession().state);

/** Whether the person may do this here: asked of the one table that the server asks too (`domain/people/permissions.ts`). */
export const useMay = (capability: Capability): boolean => may(useStanding(), capability);

/** The person's role on the open farm, as it was last heard. */
export const useRole = (): Role => useStanding().role;
