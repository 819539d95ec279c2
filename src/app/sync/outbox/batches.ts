import type { Op } from '../../store/op.ts';

/** A record that went alone so often and was never answered lets the others pass. */
const silentCalls = 3;
/** Half of what a proxy between us and the server lets through at the least. */
const mostCharacters = 200_000;
/** After so many tries a record goes in half the company; this holds also where the app was closed in between. */
const triesForHalf = 4;

/**
 * What goes in one call, and what goes last: learnt from how calls end, anew at each start of the app. A record that some proxy on the way
 * never lets through, or more at once than a slow link carries in the time of a call, must not hold back all the others for ever. So a load
 * without an answer is halved, down to one record, and one that alone is never answered goes behind the rest.
 */
export class Batches {
  private most: number;
  private whole: number;
  private readonly alone = new Set<string>();
  private readonly silent = new Map<string, number>();

  constructor(whole: number) {
    this.whole = whole;
    this.most = whole;
  }

  /** A run begins: what was asked by itself in the one before may go with others again. */
  begin(): void {
    this.alone.clear();
  }

  /** The backend has no call for several. */
  end(): void {
    this.whole = 1;
    this.most = 1;
  }

  /** What a batch said of it was not the last word: for the rest of the run it goes by itself. */
  askAlone({ opId }: Pick<Op, 'opId'>): void {
    this.alone.add(opId);
  }

  /**
   * What goes in the next call, of those that may go now: from the first in turn on, until the call is full or one must go by itself.
   * `most`: no more than so many, whatever was learnt.
   */
  next(due: readonly Op[], most = this.whole): readonly Op[] {
    const load: Op[] = [];
    let room = mostCharacters;
    for (const op of this.inTurn(due)) {
      room -= JSON.stringify(op.body).length;
      const mustGoAlone = this.alone.has(op.opId) || this.isSilent(op);
      const isFull = load.length >= Math.min(most, this.mostWith(load[0] ?? op)) || room < 0;
      if (load.length > 0 && (mustGoAlone || isFull)) break;
      load.push(op);
      if (mustGoAlone) break;
    }
    return load;
  }

  learn(ops: readonly Pick<Op, 'opId'>[], isAnswered: boolean): void {
    if (isAnswered) {
      for (const { opId } of ops) this.silent.delete(opId);
      this.most = Math.min(this.whole, this.most * 2);
    } else if (ops.length > 1) this.most = Math.min(this.whole, Math.ceil(ops.length / 2));
    else for (const { opId } of ops) this.silent.set(opId, this.silence(opId) + 1);
  }

  /** Whether it has to go by itself, and last. */
  isSilent({ opId }: Pick<Op, 'opId'>): boolean {
    return this.silence(opId) >= silentCalls;
  }

  /** In the order of the acts, but for the silent ones: of those the least tried first. */
  private inTurn(ops: readonly Op[]): readonly Op[] {
    const place = (op: Op): number => (this.isSilent(op) ? this.silence(op.opId) : 0);
    return ops.toSorted((a, b) => place(a) - place(b));
  }

  /** How many go together, of which this is the first. */
  private mostWith({ attempts }: Pick<Op, 'attempts'>): number {
    return Math.max(1, this.most >> Math.floor(attempts / triesForHalf));
  }

  private silence(opId: string): number {
    return this.silent.get(opId) ?? 0;
  }
}
