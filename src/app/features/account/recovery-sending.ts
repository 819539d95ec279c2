import type { CallFailure } from '#session/ask.ts';
import type { Recovery } from './recovery-state.ts';

/** A mail takes a while: asking again at once only voids the first code. */
const resendAfterMs = 60_000;

/** What changes when there is a new code: the one before is worth nothing any more. A backend that says nothing of mail sends it. */
export const afterSend = ({ mail_sent }: { readonly mail_sent?: boolean | undefined }): Partial<Recovery> => {
  const now = Date.now();
  return { step: 'code', sentMs: now, resendMs: now + resendAfterMs, wrongTries: 0, isMailed: mail_sent !== false };
};

/** What changes when none went out: the server says how long to wait. */
export const afterFailedSend = ({ retryAfterMs }: CallFailure): Partial<Recovery> =>
  retryAfterMs === null ? {} : { resendMs: Date.now() + retryAfterMs };
