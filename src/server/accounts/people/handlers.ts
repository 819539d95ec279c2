import { type EndpointHandlers, read } from '../../kernel/call.ts';
import { deviceHandlers } from './devices.ts';
import { deleteAccountHandler } from './farewell.ts';
import { recoveryHandlers, setInitialPasswordHandler } from './recovery.ts';
import { invitedHandlers, type InvitedPorts } from './invited.ts';
import { opening, type OpeningPorts, sessionHandlers } from './sessions.ts';
import { ownAccountHandlers, type OwnAccountPorts, ownUser, phoneHandlers } from './own-account.ts';
import { signInHandlers } from './sign-in.ts';

export type AccountPorts = OwnAccountPorts & OpeningPorts & InvitedPorts;

/** Accounts and sessions (product.md §4 Session, trust.md §1.1-1.4, §5). */
export function accountHandlers(ports: AccountPorts): EndpointHandlers {
  const open = opening(ports);
  return {
    ...signInHandlers(ports, open),
    ...recoveryHandlers(ports),
    ...ownAccountHandlers(ports),
    ...phoneHandlers(ports),
    deleteAccount: deleteAccountHandler(ports),
    setInitialPassword: setInitialPasswordHandler(ports, open),
    ...invitedHandlers(ports, open),
    ...sessionHandlers(ports),
    ...deviceHandlers(ports),
    user: read(ownUser),
  };
}
