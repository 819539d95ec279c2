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

// Codes could be guessed here: five tries for each, few for an address.
const guessed = { counted: 'recovery' } as const;

const invitationSchema = z.looseObject({
  organization: z.looseObject({ id: z.string(), name: z.string() }),
  /** The inviter's first name; null if he is gone. */
  invited_by: textOrNull,
  first_name: z.string(),
  last_name: z.string(),
  phone: textOrNull,
  /** Null if invited by name. */
  email: textOrNull,
  /** The future log-in name, unless taken meanwhile; null if invited by address. */
  login_name: textOrNull,
  role: z.enum(roles),
  expires_at: z.string(),
});
export type InvitationShown = z.infer<typeof invitationSchema>;

const entered = {
  organization: z.looseObject({ id: z.string(), name: z.string() }),
  /** His log-in name from now on. */
  login_name: z.string(),
} as const;

/** A person's own account, beyond signing in and out (wire.md §Auth). */
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
  /** `pending`: a code was sent to the new address; the old one stays until it is entered. */
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    body: emailForm,
    answer: answer({ pending: z.boolean(), mail_sent: mailSent }),
  }),
  deleteAccount: endpoint({ method: 'DELETE', path: '/api/auth/delete-account', body: farewellForm, answer: plain }),
  /** The key pair for data left on a device after log-out: the same for the same name and person. */
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
    /** False where the server sends no messages. */
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
  /** A personal link's farm, inviter and invitee. The token is in the body, so that no log has it. */
  invitation: endpoint({
    method: 'POST',
    path: '/api/auth/invitation',
    who: 'none',
    ...guessed,
    body: invitationForm,
    answer: answer({ invitation: invitationSchema }),
    isSecret: true,
  }),
  /** Creates the account of somebody invited by name, adds him to the team and signs him in. */
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
