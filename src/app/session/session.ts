import type { Membership, User } from '#contract/endpoints/session.ts';
import type { Role } from '#domain/people/roles.ts';
import type { Result } from '#domain/result.ts';
import type { Reply, Request } from '#net/reply.ts';

/** Who uses this phone, and for which farm. */
export interface SessionState {
  readonly status: 'checking' | 'signed-in' | 'signed-out';
  readonly user: User | null;
  readonly organizations: readonly Membership[];
  /** Whether the server confirmed the list since start. */
  readonly isListed: boolean;
  /** This tab's open farm; only the person changes it. */
  readonly selectedId: string | null;
  /** As last listed: known even after he was taken off its team. */
  readonly open: Membership | null;
  /** The open farm is no longer listed: deleted, or he is off its team. */
  readonly isOffTeam: boolean;
  /** The farm that this device opened at start and the server's list does not have any more. */
  readonly takenOff: Membership['organization'] | null;
  /** As last known. */
  readonly role: Role | null;
  /** The server ended the session; this phone goes on recording and asks for the password when there is signal (domain.md §1.8). */
  readonly expired: boolean;
  /** The sentence of product.md §8 for a session just ended here. */
  readonly farewell: string | null;
}

export interface SignInFailure {
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** The session's rules (product.md §4 Session, §8; domain.md §1.8). */
export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Checks stored tokens, loads the user; a network failure ends nothing. */
  readonly start: () => Promise<void>;
  readonly logIn: (form: { readonly email: string; readonly password: string }) => Promise<Result<null, SignInFailure>>;
  readonly signUp: (form: Readonly<Record<string, string>>) => Promise<Result<null, SignInFailure>>;
  /**
   * Logs out at the server if it can, clears tokens and selection, and forgets the server's data; unsent records stay (offline.md §2.10).
   * Gives the sentence of product.md §8 if the call failed.
   */
  readonly logOut: () => Promise<string | null>;
  /** Null: the first of the list, if any. */
  readonly select: (organizationId: string | null) => void;
  readonly createOrganization: (name: string) => Promise<Result<null, SignInFailure>>;
  /** Gives whether the server answered. `leaving`: the person left the open farm; opens the first of the list. */
  readonly reloadOrganizations: (why?: 'leaving') => Promise<boolean>;
  /** Sends with a token: one shared refresh if it is refused, then one retry. Never throws. */
  readonly call: (request: Omit<Request, 'token'>) => Promise<Reply>;
  /** Hears each answer, and silence, with the path that was asked. */
  readonly onReply: (listener: (path: string, reply: Reply) => void) => () => void;
  /** Sends without a session. Never throws. */
  readonly send: (request: Request) => Promise<Reply>;
  /** Takes the tokens of any answer: a first password signs in too. */
  readonly enter: (reply: Reply) => Promise<Result<null, SignInFailure>>;
  /** Ends a session whose account is gone: there is nobody to log out. */
  readonly leave: () => Promise<void>;
  /** How far the server's clock is ahead; 0 if unknown. */
  readonly clockOffsetMs: () => number;
  /** The access token, refreshed if about to expire; null without a session. */
  readonly freshToken: () => Promise<string | null>;
}

export const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  organizations: [],
  isListed: false,
  selectedId: null,
  open: null,
  isOffTeam: false,
  takenOff: null,
  role: null,
  expired: false,
  farewell: null,
};

export interface HeldState {
  readonly now: () => SessionState;
  readonly change: (changes: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}
