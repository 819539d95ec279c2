import type { CallFailure } from '#session/ask.ts';
import type { Recovery } from './recovery-state.ts';

/** Mail takes a while, and asking again voids the first code. */
const resendAfterMs = 60_000;

/** A new code voids the previous one. A backend that does not report `mail_sent` sends mail. */
export const afterSend = ({ mail_sent }: { readonly mail_sent?: boolean | undefined }): Partial<Recovery> => {
  const now = Date.now();
  return { step: 'code', sentMs: now, resendMs: now + resendAfterMs, wrongTries: 0, isMailed: mail_sent !== false };
};

/** No code was sent: the server says how long to wait. */
export const afterFailedSend = ({ retryAfterMs }: CallFailure): Partial<Recovery> =>
  retryAfterMs === null ? {} : { resendMs: Date.now() + retryAfterMs };
