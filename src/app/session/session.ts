import type { Membership, User } from '#contract/endpoints/session.ts';
import type { Role } from '#domain/people/roles.ts';
import type { Result } from '#domain/result.ts';
import type { Reply, Request } from '#net/reply.ts';

/** Who uses this phone, and for which farm. Kept by the session, read by every screen. */
export interface SessionState {
  readonly status: 'checking' | 'signed-in' | 'signed-out';
  readonly user: User | null;
  readonly organizations: readonly Membership[];
  /** Whether the server has said, since the app was opened, that those are all. */
  readonly isListed: boolean;
  /** The farm that is open in this tab: nothing but the person changes it. */
  readonly selectedId: string | null;
  /** That farm as last listed: it stays known after the person was taken off its team. */
  readonly open: Membership | null;
  /** The list does not hold the open farm any more: it was deleted, or the person is off its team. */
  readonly isOffTeam: boolean;
  /** The role in the selected organization, as last known. */
  readonly role: Role | null;
  /** The server ended the session; this phone goes on recording and asks for the password when there is signal (domain.md §1.8). */
  readonly expired: boolean;
  /** What product.md §8 says to somebody whose session has just ended here; null for everybody else. */
  readonly farewell: string | null;
}

/** A sentence for the person when a sign-in act does not work, with the fields to look at. */
export interface SignInFailure {
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** The session's rules (product.md §4 Session, §8; domain.md §1.8). */
export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Start of the app: stored tokens are judged, the current user fetched; a network failure ends nothing. */
  readonly start: () => Promise<void>;
  readonly logIn: (form: { readonly email: string; readonly password: string }) => Promise<Result<null, SignInFailure>>;
  readonly signUp: (form: Readonly<Record<string, string>>) => Promise<Result<null, SignInFailure>>;
  /**
   * Ends the session: logs out at the server if it can, clears tokens and selection, and forgets what the server has. What was not sent
   * stays (offline.md §2.10). Gives the sentence of product.md §8 when the call failed.
   */
  readonly logOut: () => Promise<string | null>;
  /** The person goes to another farm; null: to the first of the list, or to none where there is none. */
  readonly select: (organizationId: string | null) => void;
  readonly createOrganization: (name: string) => Promise<Result<null, SignInFailure>>;
  /**
   * Asks for the list of farms; gives whether the server told it. `leaving`: the person left the open farm, and the first of the list is
   * opened.
   */
  readonly reloadOrganizations: (why?: 'leaving') => Promise<boolean>;
  /** An authorized call: the token put in, a single shared refresh on a token failure, then one retry. Never throws. */
  readonly call: (request: Omit<Request, 'token'>) => Promise<Reply>;
  /** A call that asks for no session: the way back in, a token for one use. Never throws. */
  readonly send: (request: Request) => Promise<Reply>;
  /** Takes the pair of tokens that an answer carries: a first password opens the account too. */
  readonly enter: (reply: Reply) => Promise<Result<null, SignInFailure>>;
  /** Ends here a session that the server has ended already: the account is gone, and there is nobody to log out. */
  readonly leave: () => Promise<void>;
  /** How far the server's clock is ahead of this device's, as an answer last told it; 0 where none did. */
  readonly clockOffsetMs: () => number;
  /** The current access token, refreshed first when it is about to expire; null without a session. */
  readonly freshToken: () => Promise<string | null>;
}
