import { useEffect, useState } from 'react';
import { tabMemory } from '#platform/tab-memory.ts';
import type { CallFailure } from '#session/ask.ts';

export interface Recovery {
  readonly step: 'email' | 'code' | 'password' | 'done';
  readonly email: string;
  /** False: the server's administrator has the code. */
  readonly isMailed: boolean;
  /** By this device's clock. */
  readonly sentMs: number;
  /** Earliest time to ask again. */
  readonly resendMs: number;
  /** Since the last code was sent. */
  readonly wrongTries: number;
  /** Given for the right code; buys one new password. */
  readonly resetToken: string;
}

const key = 'recovery';
/** Lifetime of a code and of its token (trust.md rows 39, 43). */
const lifeMs = 10 * 60_000;

const beginning: Recovery = {
  step: 'email',
  email: '',
  isMailed: true,
  sentMs: 0,
  resendMs: 0,
  wrongTries: 0,
  resetToken: '',
};

/** Survives a reload: reading the mail may unload the page. Starts over once the code has expired. */
function recalled(): Recovery {
  const kept = { ...beginning, ...(tabMemory.read(key) as Partial<Recovery> | null) };
  const isOver = kept.step === 'done' || (kept.step !== 'email' && Date.now() - kept.sentMs > lifeMs);
  return isOver ? { ...beginning, email: kept.email } : kept;
}

export function useRecovery(): readonly [Recovery, (changes: Partial<Recovery>) => void] {
  const [recovery, setRecovery] = useState(recalled);
  useEffect(() => {
    if (recovery.step === 'done') tabMemory.forget(key);
    else tabMemory.keep(key, recovery);
  }, [recovery]);
  return [recovery, (changes) => setRecovery((before) => ({ ...before, ...changes }))];
}

const everySecond = 1000;

/** Seconds left until a moment of this device's clock. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everySecond);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** `45 s`, `8:20 min`. */
export const waitText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;

/** Mail takes a while, and asking again voids the first code. */
const resendAfterMs = 60_000;

/** A new code voids the previous one. A backend that does not report `mail_sent` sends mail. */
export const afterSend = ({ mail_sent }: { readonly mail_sent?: boolean | undefined }): Partial<Recovery> => {
  const now = Date.now();
  return { step: 'code', sentMs: now, resendMs: now + resendAfterMs, wrongTries: 0, isMailed: mail_sent !== false };
};

/** The server says how long to wait. */
export const afterFailedSend = ({ retryAfterMs }: CallFailure): Partial<Recovery> =>
  retryAfterMs === null ? {} : { resendMs: Date.now() + retryAfterMs };

export interface RecoveryStep {
  readonly recovery: Recovery;
  readonly onChange: (changes: Partial<Recovery>) => void;
}
