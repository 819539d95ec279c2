import * as z from 'zod/mini';
import {
  emailForm,
  farewellForm,
  firstPasswordForm,
  passwordForm,
  phoneCodeForm,
  phoneForm,
  recoveryCodeForm,
  recoveryForm,
  resetForm,
} from '../../domain/people/credentials.ts';
import { endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

const post = <B extends z.ZodMiniType>(path: string, body: B, who: 'none' | 'bearer' = 'bearer') =>
  endpoint({ method: 'POST', path: `/api/auth/${path}`, who, body, answer: plain });

/** What a person does about his own account, beyond signing in and out (wire.md §Auth). */
export const authEndpoints = {
  sendRecoveryCode: post('send-recovery-code', recoveryForm, 'none'),
  verifyRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/auth/verify-recovery-code',
    who: 'none',
    body: recoveryCodeForm,
    answer: answer({ reset_token: z.string() }),
  }),
  resetPassword: post('reset-password', resetForm, 'none'),
  changePassword: post('change-password', passwordForm),
  /** `pending`: a code went to the new address, and the old one holds until it comes back. */
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    body: emailForm,
    answer: answer({ pending: z.boolean() }),
  }),
  deleteAccount: endpoint({ method: 'DELETE', path: '/api/auth/delete-account', body: farewellForm, answer: plain }),
  sendCodePhone: post('send-code-phone', phoneForm),
  validateCode: post('validate-code', phoneCodeForm),
  changePhone: post('change-phone', phoneCodeForm),
  setInitialPassword: endpoint({
    method: 'POST',
    path: '/api/auth/admin/set-initial-password',
    who: 'one-time',
    body: firstPasswordForm,
    answer: answer({ token: z.string(), refresh_token: z.string() }),
  }),
} as const;
