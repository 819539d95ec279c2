import type { InvitationShown } from '#contract/endpoints/auth.ts';
import { displayName } from '#domain/people/names.ts';
import { tabMemory } from '#platform/tab-memory.ts';

/** What the link of an invitation carries behind `#` (trust.md rows 50, 52). */
export interface Invitation {
  readonly token: string;
  readonly email: string;
}

const key = 'invitation';

/** The invitation of this address, or the one with which the tab came: whoever has an account logs in first, and joins then. */
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

/** It was taken, or let be. */
export const forgetInvitation = (): void => tabMemory.forget(key);

/** Who invites, and where to: `Laura te invitó a La Querencia`; less where the server does not say. */
export const invitedTo = (shown: InvitationShown | null): string => {
  if (!shown) return 'Te invitaron a un equipo';
  const farm = shown.organization.name;
  return shown.invited_by === null ? `Te invitaron a ${farm}` : `${displayName(shown.invited_by)} te invitó a ${farm}`;
};
