import { useEffect, useState } from 'react';
import { tabMemory } from '#platform/tab-memory.ts';

/** How far somebody is on the way back into his account. */
export interface Recovery {
  readonly step: 'email' | 'code' | 'password' | 'done';
  readonly email: string;
  /** Whether the server sends mail: where not, its administrator has the code. */
  readonly isMailed: boolean;
  /** When the last code was sent, by this device's clock. */
  readonly sentMs: number;
  /** Before this no other code can be asked for. */
  readonly resendMs: number;
  /** Codes that were typed wrong since the last one was sent. */
  readonly wrongTries: number;
  /** What the server gave for the right code: good for one new password. */
  readonly resetToken: string;
}

const key = 'recovery';
/** A code and what it is changed for live this long (trust.md rows 39, 43). */
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

/** Kept through a reload: who goes to look for the mail may come back to a new page. Begins again once the code is too old. */
function recalled(): Recovery {
  const kept = { ...beginning, ...(tabMemory.read(key) as Partial<Recovery> | null) };
  const isOver = kept.step === 'done' || (kept.step !== 'email' && Date.now() - kept.sentMs > lifeMs);
  return isOver ? { ...beginning, email: kept.email } : kept;
}

/** The way back in, kept through a reload of the tab. */
export function useRecovery(): readonly [Recovery, (changes: Partial<Recovery>) => void] {
  const [recovery, setRecovery] = useState(recalled);
  useEffect(() => {
    if (recovery.step === 'done') tabMemory.forget(key);
    else tabMemory.keep(key, recovery);
  }, [recovery]);
  return [recovery, (changes) => setRecovery((before) => ({ ...before, ...changes }))];
}
