import { createListeners } from '#domain/listeners.ts';
import { hasCiphers } from '#store/ciphers.ts';
import type { KeyValue } from '#store/keys.ts';
import type { Session } from './session.ts';

/** Then the password is asked. */
const mostTries = 5;
/** The app locks after so long out of sight. */
const unseenMs = 5 * 60_000;
/** Slows a guesser, and takes a cheap phone under two seconds (OWASP, PBKDF2 with SHA-256). */
const rounds = 600_000;

/** `tries`: since the last right one. */
interface PinRow {
  readonly salt: string;
  readonly hash: string;
  readonly tries: number;
}

/** The same object until it changes. */
export interface PinState {
  readonly isSet: boolean;
  readonly isLocked: boolean;
  readonly triesLeft: number;
}

/** A PIN for one person's screens on this device (trust.md row 111). It guards screens, not storage: records are sent while locked. */
export interface PinLock {
  readonly state: () => PinState;
  readonly subscribe: (listener: () => void) => () => void;
  /** False over plain http, without ciphers. */
  readonly canBeSet: () => boolean;
  readonly set: (pin: string) => Promise<void>;
  readonly remove: () => void;
  /** Gives whether it opened; nothing does after five wrong ones. */
  readonly enter: (pin: string) => Promise<boolean>;
}

export interface PinPorts {
  readonly session: Pick<Session, 'state' | 'subscribe'>;
  readonly keys: KeyValue;
  readonly tabKeys: KeyValue;
  readonly now: () => number;
  readonly onHidden: (listener: (isHidden: boolean) => void) => void;
}

/** Of localStorage, before the person's id. */
export const pinPrefix = 'pin:';
const keyOf = (userId: string): string => `${pinPrefix}${userId}`;
const seenKey = 'pin-visto';

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf(pin: string, salt: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(pin), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations: rounds } as const;
  return hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)));
}

function rowIn(keys: KeyValue, userId: string | null): PinRow | null {
  if (userId === null) return null;
  try {
    const row = JSON.parse(keys.getItem(keyOf(userId)) ?? 'null') as Partial<PinRow> | null;
    const { salt, hash, tries } = row ?? {};
    return typeof salt === 'string' && typeof hash === 'string' ? { salt, hash, tries: Number(tries ?? 0) } : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

/** A new tab or a start is locked; a page seen just now is not. */
export const openPinLock = (ports: PinPorts): PinLock => new HeldPinLock(ports);

class HeldPinLock implements PinLock {
  private readonly ports: PinPorts;
  private readonly listeners = createListeners();
  private userId: string | null = null;
  private isOpen = false;
  private current: PinState = { isSet: false, isLocked: false, triesLeft: mostTries };

  constructor(ports: PinPorts) {
    this.ports = ports;
    ports.session.subscribe(this.follow);
    this.follow();
    ports.onHidden((isHidden) => {
      if (!this.isOpen || this.userId === null) return;
      if (isHidden) ports.tabKeys.setItem(seenKey, `${this.userId} ${ports.now()}`);
      else if (!this.wasSeen()) this.close();
    });
  }

  readonly state = (): PinState => this.current;

  readonly subscribe = this.listeners.subscribe;

  readonly canBeSet = (): boolean => hasCiphers();

  readonly set = async (pin: string): Promise<void> => {
    const salt = hexOf(crypto.getRandomValues(new Uint8Array(16)));
    this.put({ salt, hash: await hashOf(pin, salt), tries: 0 });
    this.isOpen = true;
    this.tell();
  };

  readonly remove = (): void => {
    if (this.userId !== null) this.ports.keys.removeItem(keyOf(this.userId));
    this.tell();
  };

  readonly enter = async (pin: string): Promise<boolean> => {
    const row = rowIn(this.ports.keys, this.userId);
    if (row === null || row.tries >= mostTries) return false;
    // Counted first: closing the page midway is a try.
    this.put({ ...row, tries: row.tries + 1 });
    const isRight = (await hashOf(pin, row.salt)) === row.hash;
    if (isRight) this.put({ ...row, tries: 0 });
    this.isOpen ||= isRight;
    this.tell();
    return isRight;
  };

  private readonly follow = (): void => {
    const { status, user } = this.ports.session.state();
    const id = user?.id ?? null;
    if (status === 'checking' || id === this.userId) return;
    // Logging out removes the PIN: coming back takes the password.
    if (this.userId !== null) this.remove();
    this.userId = id;
    this.isOpen = this.wasSeen();
    this.tell();
  };

  private close(): void {
    this.isOpen = false;
    this.tell();
  }

  private wasSeen(): boolean {
    const [seenBy, at] = (this.ports.tabKeys.getItem(seenKey) ?? '').split(' ');
    const { userId } = this;
    return userId !== null && seenBy === userId && Math.abs(this.ports.now() - Number(at)) < unseenMs;
  }

  private put(row: PinRow): void {
    if (this.userId !== null) this.ports.keys.setItem(keyOf(this.userId), JSON.stringify(row));
  }

  private tell(): void {
    const row = rowIn(this.ports.keys, this.userId);
    const triesLeft = Math.max(0, mostTries - (row?.tries ?? 0));
    const next: PinState = { isSet: row !== null, isLocked: row !== null && !this.isOpen, triesLeft };
    if (JSON.stringify(next) === JSON.stringify(this.current)) return;
    this.current = next;
    this.listeners.tell();
  }
}
