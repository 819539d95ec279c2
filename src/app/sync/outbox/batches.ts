import { sumOf } from '#domain/rows.ts';
import { limits } from '#domain/limits.ts';
import type { Op } from '#store/op.ts';

/** What a bad link carries, and half of a usual proxy's limit. */
const first = { operations: 50, characters: 200_000 };
/** At three bytes per character still below the server's limit (wire.md §Batch). */
const mostCharacters = 1_000_000;
/** A quicker answer: the link bears much more; a slower one: no more. */
const [quickMs, slowMs] = [1_000, 5_000];
const [quickGrowth, growth] = [8, 2];

/** A record never answered in so many calls alone lets the others pass. */
const silentCalls = 3;
/** Every so many tries its load halves, also across restarts of the app. */
const triesForHalf = 4;

const charactersOf = ({ body }: Pick<Op, 'body'>): number => JSON.stringify(body).length;

const sizeOf = (ops: readonly Op[]): number => sumOf(ops, (op) => charactersOf(op));

/**
 * Chooses the next load; learns from how calls end, anew at each start. Begins with what suits a bad link and grows with full loads
 * answered soon. An unanswered load is halved, down to one record; one never answered goes last, so that none holds back the others.
 */
export class Batches {
  private most: number;
  private whole: number;
  private characters = first.characters;
  private wholeCharacters = mostCharacters;
  private readonly alone = new Set<string>();
  private readonly silent = new Map<string, number>();

  constructor(whole: number = limits.operationsPerBatch) {
    this.whole = whole;
    this.most = Math.min(whole, first.operations);
  }

  /** A new run: what was sent alone may go with others again. */
  begin(): void {
    this.alone.clear();
  }

  end(): void {
    this.whole = 1;
    this.most = 1;
  }

  /** Its batch answer was not final: it goes alone for the rest of the run. */
  askAlone({ opId }: Pick<Op, 'opId'>): void {
    this.alone.add(opId);
  }

  /** The next load of those due, until full or one must go alone. `most`: an extra bound. */
  next(due: readonly Op[], most = this.whole): readonly Op[] {
    const load: Op[] = [];
    let charactersLeft = this.characters;
    for (const op of this.inTurn(due)) {
      charactersLeft -= charactersOf(op);
      const mustGoAlone = this.alone.has(op.opId) || this.isSilent(op);
      const isFull = load.length >= Math.min(most, this.mostWith(load[0] ?? op)) || charactersLeft < 0;
      if (load.length > 0 && (mustGoAlone || isFull)) break;
      load.push(op);
      if (mustGoAlone) break;
    }
    return load;
  }

  learn(ops: readonly Op[], { isAnswered, tookMs }: { readonly isAnswered: boolean; readonly tookMs: number }): void {
    if (isAnswered) {
      for (const { opId } of ops) this.silent.delete(opId);
      this.grow(ops, tookMs);
    } else if (ops.length > 1) this.lose(ops);
    else for (const { opId } of ops) this.silent.set(opId, this.silence(opId) + 1);
  }

  /** The server, or one before it, takes no more per call: never tried again. */
  tooMuch(ops: readonly Op[]): void {
    this.halve(ops);
    this.whole = this.most;
    this.wholeCharacters = this.characters;
  }

  /** A lost large load is not retried before the next start. A small one says nothing of large ones. */
  private lose(ops: readonly Op[]): void {
    const characters = sizeOf(ops);
    this.halve(ops);
    if (ops.length > first.operations) this.whole = Math.min(this.whole, Math.max(first.operations, this.most));
    if (characters > first.characters) this.wholeCharacters = Math.max(first.characters, this.characters);
  }

  /** A load far from full says nothing of a full one. After a silence it grows back step by step. */
  private grow(ops: readonly Op[], tookMs: number): void {
    const characters = sizeOf(ops);
    const isFull = ops.length * 2 >= this.most || characters * 2 >= this.characters;
    if (!isFull || tookMs > slowMs) return;
    const factor = tookMs <= quickMs && this.most >= first.operations ? quickGrowth : growth;
    this.most = Math.min(this.whole, this.most * factor);
    this.characters = Math.min(this.wholeCharacters, this.characters * factor);
  }

  private halve(ops: readonly Op[]): void {
    this.most = Math.min(this.whole, Math.ceil(ops.length / 2));
    this.characters = Math.min(this.wholeCharacters, Math.ceil(sizeOf(ops) / 2));
  }

  /** Whether it must go alone, and last. */
  isSilent({ opId }: Pick<Op, 'opId'>): boolean {
    return this.silence(opId) >= silentCalls;
  }

  /** In order; silent ones last, least tried first. */
  private inTurn(ops: readonly Op[]): readonly Op[] {
    const place = (op: Op): number => (this.isSilent(op) ? this.silence(op.opId) : 0);
    return ops.toSorted((a, b) => place(a) - place(b));
  }

  /** The load size if this is the first. */
  private mostWith({ attempts }: Pick<Op, 'attempts'>): number {
    return Math.max(1, this.most >> Math.floor(attempts / triesForHalf));
  }

  private silence(opId: string): number {
    return this.silent.get(opId) ?? 0;
  }
}
