import * as z from 'zod/mini';
import { leftSessionsForm, logInForm, signUpForm } from '../../domain/people/account.ts';
import { roles } from '../../domain/people/roles.ts';
import { endpoint } from '../endpoint.ts';
import { sessionPaths } from '../session-paths.ts';
import { answer, plain } from './answers.ts';

const tokens = answer({ token: z.string(), refresh_token: z.string(), message: z.optional(z.string()) });

/**
 * Of a log-in: `known_device` is what this device shows from now on (`X-Known-Device`) where passwords and codes are tried, so that
 * strangers' tries do not hold it back.
 */
export const entry = answer({ ...tokens.shape, known_device: z.optional(z.string()) });

/** A person, as the person himself sees it (wire.md). */
const userSchema = z.looseObject({
  id: z.string(),
  /** Empty for who has none. */
  email: z.string(),
  /** The name that his farm gave him to sign in with; null for who came in by an address. */
  login_name: z.optional(z.nullable(z.string())),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  is_super_admin: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** One line of the list of a person's organizations (product.md §3). */
export const membershipSchema = z.looseObject({
  organization: z.looseObject({ id: z.string(), name: z.string() }),
  role: z.enum(roles),
  /** Whether the farm's admins see prices ('Ver finanzas'); not said, they do. */
  shows_finance: z.optional(z.boolean()),
});
export type Membership = z.infer<typeof membershipSchema>;

/** What a session itself calls. Apart from the others: its code comes with no record's rules (decision 51). */
export const sessionEndpoints = {
  signUp: endpoint({
    method: 'POST',
    path: sessionPaths.signUp,
    who: 'none',
    counted: 'sign-up',
    body: signUpForm,
    answer: entry,
    isSecret: true,
  }),
  logIn: endpoint({
    method: 'POST',
    path: sessionPaths.logIn,
    who: 'none',
    counted: 'log-in',
    body: logInForm,
    answer: entry,
    isSecret: true,
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: sessionPaths.refreshToken,
    who: 'none',
    body: z.strictObject({ refresh_token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    answer: tokens,
    isSecret: true,
  }),
  logOut: endpoint({ method: 'POST', path: sessionPaths.logOut, answer: plain }),
  user: endpoint({ method: 'GET', path: sessionPaths.user, answer: answer({ user: userSchema }) }),
  myOrganizations: endpoint({
    method: 'GET',
    path: sessionPaths.myOrganizations,
    answer: answer({ organizations: z.array(membershipSchema) }),
  }),
  /** Ends the sessions that were left without signal on this device, as its `X-Known-Device` shows, whoever is in by now. */
  endLeftSessions: endpoint({
    method: 'POST',
    path: sessionPaths.endLeftSessions,
    who: 'none',
    body: leftSessionsForm,
    answer: plain,
  }),
} as const;

/** The answers that a session reads, each by its name. Of a farm that was made it needs the id alone. */
export const sessionAnswers = {
  entry,
  tokens,
  user: sessionEndpoints.user.answer,
  myOrganizations: sessionEndpoints.myOrganizations.answer,
  organizationMade: answer({ organization: z.looseObject({ id: z.string() }) }),
} as const;
export type SessionAnswers = { readonly [Name in keyof typeof sessionAnswers]: z.infer<(typeof sessionAnswers)[Name]> };
