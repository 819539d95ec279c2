import { useEffect, useState } from 'react';
import { tabMemory } from '#platform/tab-memory.ts';

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

/** State of the recovery, kept across reloads of the tab. */
export function useRecovery(): readonly [Recovery, (changes: Partial<Recovery>) => void] {
  const [recovery, setRecovery] = useState(recalled);
  useEffect(() => {
    if (recovery.step === 'done') tabMemory.forget(key);
    else tabMemory.keep(key, recovery);
  }, [recovery]);
  return [recovery, (changes) => setRecovery((before) => ({ ...before, ...changes }))];
}
