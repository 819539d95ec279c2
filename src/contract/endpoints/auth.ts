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
import { post, remove } from '../endpoint.ts';
import { publicKeySchema } from '../seal.ts';
import { answer, farmName, mailSent, plain } from './answers.ts';
import { entry } from './session.ts';

// Codes could be guessed here: five tries for each, few for an address.
const guessed = { counted: 'recovery' } as const;
const secret = { who: 'none', ...guessed, isSecret: true } as const;

const invitationSchema = z.looseObject({
  organization: farmName,
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
  organization: farmName,
  login_name: z.string(),
} as const;

/** A person's own account, beyond signing in and out (wire.md §Auth). */
export const authEndpoints = {
  sendRecoveryCode: post('/api/auth/send-recovery-code', recoveryForm, answer({ mail_sent: mailSent }), {
    who: 'none',
    ...guessed,
  }),
  verifyRecoveryCode: post(
    '/api/auth/verify-recovery-code',
    recoveryCodeForm,
    answer({ reset_token: z.string() }),
    secret,
  ),
  resetPassword: post('/api/auth/reset-password', resetForm, plain, { who: 'none', ...guessed }),
  changePassword: post('/api/auth/change-password', passwordForm, plain),
  /** `pending`: a code was sent to the new address; the old one stays until it is entered. */
  changeEmail: post('/api/auth/change-email', emailForm, answer({ pending: z.boolean(), mail_sent: mailSent })),
  deleteAccount: remove('/api/auth/delete-account', farewellForm, plain),
  /** The key pair for data left on a device after log-out: the same for the same name and person. */
  storageKey: post(
    '/api/auth/storage-key',
    storageKeyForm,
    answer({ public_key: publicKeySchema, private_key: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    { isSecret: true },
  ),
  sendCodePhone: post('/api/auth/send-code-phone', phoneForm, answer({ message_sent: z.optional(z.boolean()) })),
  validateCode: post('/api/auth/validate-code', phoneCodeForm, plain),
  changePhone: post('/api/auth/change-phone', newPhoneForm, plain),
  setInitialPassword: post('/api/auth/admin/set-initial-password', firstPasswordForm, entry, {
    who: 'one-time',
    ...guessed,
    isSecret: true,
  }),
  /** A personal link's farm, inviter and invitee. The token is in the body, so that no log has it. */
  invitation: post('/api/auth/invitation', invitationForm, answer({ invitation: invitationSchema }), secret),
  /** Creates the account of somebody invited by name, adds him to the team and signs him in. */
  signUpInvited: post('/api/auth/sign-up-invited', invitedForm, z.looseObject({ ...entry.shape, ...entered }), secret),
} as const;
