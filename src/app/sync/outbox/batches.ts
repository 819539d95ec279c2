import type { Op } from '../../store/op.ts';

/** A record that went alone so often and was never answered lets the others pass. */
const silentCalls = 3;
/** After so many tries a record goes in half the company; this holds also where the app was closed in between. */
const triesForHalf = 4;

/**
 * How many operations go in one call, and which go last: learnt from how calls end, anew at each start of the app. A record that some proxy
 * on the way never lets through, or more at once than a slow link carries in the time of a call, must not hold back all the others for ever.
 * So a load without an answer is halved, down to one record, and one that alone is never answered goes behind the rest.
 */
export class Batches {
  private most: number;
  private readonly whole: number;
  private isOneByOne = false;
  private readonly silent = new Map<string, number>();

  constructor(whole: number) {
    this.whole = whole;
    this.most = whole;
  }

  /** The backend has no call for several. */
  end(): void {
    this.isOneByOne = true;
  }

  /** How many go together, of which this is the first. */
  mostWith({ attempts }: Pick<Op, 'attempts'>): number {
    return this.isOneByOne ? 1 : Math.max(1, this.most >> Math.floor(attempts / triesForHalf));
  }

  learn(ops: readonly Pick<Op, 'opId'>[], isAnswered: boolean): void {
    if (isAnswered) {
      for (const { opId } of ops) this.silent.delete(opId);
      this.most = Math.min(this.whole, this.most * 2);
    } else if (ops.length > 1) this.most = Math.ceil(ops.length / 2);
    else for (const { opId } of ops) this.silent.set(opId, this.silence(opId) + 1);
  }

  /** Whether it has to go by itself, and last. */
  isSilent = ({ opId }: Pick<Op, 'opId'>): boolean => this.silence(opId) >= silentCalls;

  /** In the order of the acts, but for the silent ones: of those the least tried first. */
  inTurn<O extends Pick<Op, 'opId'>>(ops: readonly O[]): readonly O[] {
    const place = (op: O): number => (this.isSilent(op) ? this.silence(op.opId) : 0);
    return ops.toSorted((a, b) => place(a) - place(b));
  }

  private silence(opId: string): number {
    return this.silent.get(opId) ?? 0;
  }
}
