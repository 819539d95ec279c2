import type { InvitationShown } from '#contract/endpoints/auth.ts';
import { displayName } from '#domain/people/names.ts';
import { tabMemory } from '#platform/tab-memory.ts';

/** Content of an invitation link after `#` (trust.md rows 50, 52). */
export interface Invitation {
  readonly token: string;
  readonly email: string;
}

const key = 'invitation';

/** Invitation in the address, or the one this tab came with: existing accounts log in first. */
export function invitationOf(fragment: string): Invitation | null {
  const link = new URLSearchParams(fragment);
  const token = link.get('invitation');
  if (token !== null && token !== '') {
    const invitation = { token, email: link.get('email') ?? '' };
    tabMemory.keep(key, invitation);
    return invitation;
  }
  return tabMemory.read(key) as Invitation | null;
}

export const forgetInvitation = (): void => tabMemory.forget(key);

/** `Laura te invitó a La Querencia`; shorter if the server tells less. */
export const invitedTo = (shown: InvitationShown | null): string => {
  if (!shown) return 'Te invitaron a un equipo';
  const farm = shown.organization.name;
  return shown.invited_by === null ? `Te invitaron a ${farm}` : `${displayName(shown.invited_by)} te invitó a ${farm}`;
};
