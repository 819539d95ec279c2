import * as z from 'zod/mini';
import { maybe, textOrNull } from '../../domain/schemas.ts';
import { leftSessionsForm, logInForm, signUpForm } from '../../domain/people/account.ts';
import { roles } from '../../domain/people/roles.ts';
import { get, post } from '../endpoint.ts';
import { sessionPaths } from '../session-paths.ts';
import { answer, farmName, plain } from './answers.ts';

const tokens = answer({ token: z.string(), refresh_token: z.string(), message: z.optional(z.string()) });

/** `known_device`: the device's `X-Known-Device` from now on; exempts it from limits that strangers' tries exhaust. */
export const entry = answer({ ...tokens.shape, known_device: z.optional(z.string()) });

/** A person as he sees himself (wire.md). */
const userSchema = z.looseObject({
  id: z.string(),
  email: z.string(),
  /** The log-in name from his farm; null for an account by address. */
  login_name: maybe(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  phone: textOrNull,
  is_super_admin: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** product.md §3. */
export const membershipSchema = z.looseObject({
  organization: farmName,
  role: z.enum(roles),
  /** 'Ver finanzas': whether admins see prices; true if absent. */
  shows_finance: z.optional(z.boolean()),
});
export type Membership = z.infer<typeof membershipSchema>;

/** The session's own calls, apart so that their code loads without the movement rules (decision 51). */
export const sessionEndpoints = {
  signUp: post(sessionPaths.signUp, signUpForm, entry, { who: 'none', counted: 'sign-up', isSecret: true }),
  logIn: post(sessionPaths.logIn, logInForm, entry, { who: 'none', counted: 'log-in', isSecret: true }),
  refreshToken: post(
    sessionPaths.refreshToken,
    z.strictObject({ refresh_token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    tokens,
    { who: 'none', isSecret: true },
  ),
  logOut: post(sessionPaths.logOut, null, plain),
  user: get(sessionPaths.user, answer({ user: userSchema })),
  myOrganizations: get(sessionPaths.myOrganizations, answer({ organizations: z.array(membershipSchema) })),
  /** Ends sessions left without signal on this device, identified by `X-Known-Device`, whoever is signed in now. */
  endLeftSessions: post(sessionPaths.endLeftSessions, leftSessionsForm, plain, { who: 'none' }),
} as const;

/** The answers that a session reads. Of a new farm it needs the id only. */
export const sessionAnswers = {
  entry,
  tokens,
  user: sessionEndpoints.user.answer,
  myOrganizations: sessionEndpoints.myOrganizations.answer,
  organizationMade: answer({ organization: z.looseObject({ id: z.string() }) }),
} as const;
export type SessionAnswers = { readonly [Name in keyof typeof sessionAnswers]: z.infer<(typeof sessionAnswers)[Name]> };
