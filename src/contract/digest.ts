type Row = Readonly<Record<string, unknown>>;

/** Id and version; balances have no version, so their heads. */
const markOf = (id: string, row: Row): string => {
  const state = row.version ?? row.head;
  return `${id}|${typeof state === 'number' ? state : ''}`;
};

const first = 0x9e3779b1;
const second = 0x5f356495;

/** 64 bits, not cryptographic: it detects lost rows, not malice. */
function hashOf(text: string): readonly [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, first);
    b = Math.imul(b ^ unit, second);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a >>> 0, b >>> 0];
}

/** The digest of a table; rows in any order. */
export class Digest {
  private count = 0;
  private high = 0;
  private low = 0;

  add(id: string, row: Row): void {
    const [a, b] = hashOf(markOf(id, row));
    this.count += 1;
    this.high = (this.high + a) >>> 0;
    this.low = (this.low + b) >>> 0;
  }

  /** Count and sum: equal on devices with equal rows (offline.md §2.9). */
  toString(): string {
    return `${this.count}-${this.high.toString(16).padStart(8, '0')}${this.low.toString(16).padStart(8, '0')}`;
  }
}
