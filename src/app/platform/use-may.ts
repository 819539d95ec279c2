import { type Capability, may, type Role, type Standing } from '#domain';
import type { SessionState } from '#session/session.ts';
import { useSession } from './session-context.tsx';

/** Role and visibility as last heard; backends that do not say show prices to admins. */
const standingOf = ({ role, open }: SessionState): Standing => ({
  role: role ?? 'user',
  showsFinance: open?.shows_finance ?? true,
});

/** The person's standing on the open farm. */
export const useStanding = (): Standing => standingOf(useSession().state);

/** Whether the person may do this, by the server's own table (`domain/people/permissions.ts`). */
export const useMay = (capability: Capability): boolean => may(useStanding(), capability);

/** The role on the open farm. */
export const useRole = (): Role => useStanding().role;

/** The person's id; empty when signed out. */
export const useUserId = (): string => useSession().state.user?.id ?? '';

/** The open farm, with the person's role on it. */
export const useMembership = () => {
  const { organizations, selectedId } = useSession().state;
  return organizations.find(({ organization }) => organization.id === selectedId);
};
