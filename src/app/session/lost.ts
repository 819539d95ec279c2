import type { User } from '#contract/endpoints/session.ts';
import { lostSentences as words } from '#contract/sentences-lost.ts';
import { sentences } from '#contract/sentences.ts';
import type { Reply, Request } from '#net/reply.ts';
import { type HeldState, signedOut } from './session.ts';
import { decodeToken } from './tokens.ts';
import type { Vault } from './vault.ts';

/** Sends with the lost phone's token. Never throws. */
export type Say = (request: Omit<Request, 'token'>) => Promise<Reply>;

/** `emptied`: but for what could not be sent (`left`, `photosLeft`); `isWhole`: the server heard of all. */
export type HandedOver =
  | { readonly is: 'emptied'; readonly left: number; readonly photosLeft: number; readonly isWhole: boolean }
  | { readonly is: 'later' }
  | { readonly is: 'not-lost' };

export interface LossPorts {
  /** Sends what is unsent, then deletes everything that is safe. */
  readonly handOver: (userId: string, say: Say) => Promise<HandedOver>;
  readonly after: (ms: number, run: () => void) => void;
}

const tryAgainMs = 30_000;
/** What one network blocks another may pass: the phone has to be carried there. */
const tryLeftMs = 10 * 60_000;

function wordsFor(end: Exclude<HandedOver, { readonly is: 'later' }>): string {
  if (end.is === 'not-lost') return sentences.sessionTerminated;
  if (end.left > 0) return words.left(end.left);
  return end.photosLeft === 0 ? words.emptied : words.photosLeft(end.photosLeft);
}

/**
 * The phone was marked as lost (trust.md row 112): nobody is let in, and the tokens stay until unsent records are handed over, across lost
 * signal and restarts.
 */
export function createLoss(
  vault: Vault,
  held: HeldState,
  send: (request: Request) => Promise<Reply>,
  { handOver, after }: LossPorts,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const show = (farewell: string): void => held.change({ ...signedOut, farewell });

  const run = async (): Promise<void> => {
    const row = vault.current();
    if (!row) return;
    const { token } = row;
    const userId = (row.user as User | null)?.id ?? decodeToken(token)?.userId ?? '';
    await vault.markLost();
    show(words.sending);
    const end = await handOver(userId, (request) => send({ ...request, token }));
    // Somebody has signed in meanwhile.
    if (vault.current()?.token !== token) return;
    if (end.is === 'later') {
      after(tryAgainMs, () => void tell());
      return;
    }
    const farewell = wordsFor(end);
    if (end.is === 'emptied' && !end.isWhole) after(tryLeftMs, () => void tell());
    else await vault.clear(farewell);
    show(farewell);
  };
  const tell = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return tell;
}
