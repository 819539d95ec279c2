import * as z from 'zod/mini';
import { textOrNull } from '../../domain/schemas.ts';
import {
  emailForm,
  farewellForm,
  firstPasswordForm,
  invitationForm,
  invitedForm,
  newPhoneForm,
  passwordForm,
  phoneCodeForm,
  phoneForm,
  recoveryCodeForm,
  recoveryForm,
  resetForm,
  storageKeyForm,
} from '../../domain/people/credentials.ts';
import { roles } from '../../domain/people/roles.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { publicKeySchema } from '../seal.ts';
import { answer, mailSent, plain } from './answers.ts';
import { entry } from './session.ts';

const post = <B extends z.ZodMiniType>(path: string, body: B, more: Partial<Pick<Endpoint, 'who' | 'counted'>> = {}) =>
  endpoint({ method: 'POST', path: `/api/auth/${path}`, ...more, body, answer: plain });

// Codes are guessed here, if anywhere: each has five tries, and an address has few in all.
const guessed = { counted: 'recovery' } as const;

/** An invitation, to who holds its link. */
const invitationSchema = z.looseObject({
  organization: z.looseObject({ id: z.string(), name: z.string() }),
  /** The first name of who invites; null where he is gone. */
  invited_by: textOrNull,
  first_name: z.string(),
  last_name: z.string(),
  phone: textOrNull,
  /** The address that was asked; null for who was invited by his name. */
  email: textOrNull,
  /** What he is going to sign in with, if nobody takes it meanwhile; null for who was asked by an address. */
  login_name: textOrNull,
  role: z.enum(roles),
  expires_at: z.string(),
});
export type InvitationShown = z.infer<typeof invitationSchema>;

const entered = {
  organization: z.looseObject({ id: z.string(), name: z.string() }),
  /** The name that he signs in with from now on. */
  login_name: z.string(),
} as const;

/** What a person does about his own account, beyond signing in and out (wire.md §Auth). */
export const authEndpoints = {
  sendRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/auth/send-recovery-code',
    who: 'none',
    ...guessed,
    body: recoveryForm,
    answer: answer({ mail_sent: mailSent }),
  }),
  verifyRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/auth/verify-recovery-code',
    who: 'none',
    ...guessed,
    body: recoveryCodeForm,
    answer: answer({ reset_token: z.string() }),
    isSecret: true,
  }),
  resetPassword: post('reset-password', resetForm, { who: 'none', ...guessed }),
  changePassword: post('change-password', passwordForm),
  /** `pending`: a code went to the new address, and the old one holds until it comes back. */
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    body: emailForm,
    answer: answer({ pending: z.boolean(), mail_sent: mailSent }),
  }),
  deleteAccount: endpoint({ method: 'DELETE', path: '/api/auth/delete-account', body: farewellForm, answer: plain }),
  /** The key pair for what stays on a device when its person leaves it: the same name gives the same pair, to that person alone. */
  storageKey: endpoint({
    method: 'POST',
    path: '/api/auth/storage-key',
    body: storageKeyForm,
    answer: answer({ public_key: publicKeySchema, private_key: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    isSecret: true,
  }),
  sendCodePhone: endpoint({
    method: 'POST',
    path: '/api/auth/send-code-phone',
    body: phoneForm,
    /** False where the server is set up for no messages. */
    answer: answer({ message_sent: z.optional(z.boolean()) }),
  }),
  validateCode: post('validate-code', phoneCodeForm),
  changePhone: post('change-phone', newPhoneForm),
  setInitialPassword: endpoint({
    method: 'POST',
    path: '/api/auth/admin/set-initial-password',
    who: 'one-time',
    ...guessed,
    body: firstPasswordForm,
    answer: entry,
    isSecret: true,
  }),
  /** What a personal link says before anything is asked: which farm, who invites, whom. In the body, so that it stands in no log. */
  invitation: endpoint({
    method: 'POST',
    path: '/api/auth/invitation',
    who: 'none',
    ...guessed,
    body: invitationForm,
    answer: answer({ invitation: invitationSchema }),
    isSecret: true,
  }),
  /** Makes the account of somebody who was invited by his name, puts him on the team and lets him in. */
  signUpInvited: endpoint({
    method: 'POST',
    path: '/api/auth/sign-up-invited',
    who: 'none',
    ...guessed,
    body: invitedForm,
    answer: z.looseObject({ ...entry.shape, ...entered }),
    isSecret: true,
  }),
} as const;
