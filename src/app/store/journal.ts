import type { keyValues, Row, TableName } from './disk.ts';
import type { BytesRow } from './blobs.ts';

/** Rows that no server can give back. */
export type JournalTable = Extract<TableName, 'outbox' | typeof keyValues | 'sync' | 'blobs' | 'blobBytes' | 'sealed'>;

/** A row's new state. Ops go by operation id, others by key: no counter that could restart. */
export interface Line {
  readonly table: JournalTable;
  readonly name: string;
  /** Null: gone. */
  readonly row: Row | null;
  /** An op made just now: a database without it never had it. */
  readonly isNew?: true;
  /** An op replaced in the same transaction; others leave with what their transaction writes. */
  readonly isReplaced?: true;
}

/** Per tab, the stamp up to which a database has its acts. */
export type Marks = Readonly<Record<string, number>>;

/** What one transaction wrote, whole or not at all. */
export interface Act {
  /** Rises with every act on this device, also after a new database. */
  readonly stamp: number;
  readonly lines: readonly Line[];
  /** The lines are all that was kept up to these marks: anything else in older acts is gone. */
  readonly whole?: Marks;
  /** Stamps of this tab's acts that the database rejected, and that were reported as failed. */
  readonly taken?: readonly number[];
}

export interface TabJournal {
  readonly tab: string;
  readonly acts: readonly Act[];
}

/** The journals asked for, and all tabs that have one. */
export interface Found {
  readonly journals: readonly TabJournal[];
  readonly tabs: readonly string[];
}

/** Told when it is on disk (null), or why not. Always called later. */
export type OnWritten = (failure: string | null) => void;

/**
 * A write-ahead journal beside the database, which a browser deletes whole when broken (reliability.md F14). Each tab writes its own.
 * Writes return no promise, as they are made inside a transaction. Reading throws where the storage does not answer.
 */
export interface Journal {
  readonly tab: string;
  readonly append: (acts: readonly Act[], onWritten: OnWritten) => void;
  /** Rewrites this tab's journal; this act is on disk before the older ones go. */
  readonly begin: (act: Act, onWritten: OnWritten) => void;
  /** Opens new files: the old ones were deleted, and writes to them would be lost. */
  readonly renew: () => void;
  /** 'ended': dead tabs' only. */
  readonly read: (which: 'ended' | 'all') => Promise<Found>;
  readonly drop: (tabs: readonly string[]) => Promise<void>;
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  /** Asks all other living tabs to rewrite: what was removed must be in no journal. */
  readonly askOthers: () => void;
  readonly onAsked: (listener: () => void) => void;
  readonly close: () => void;
}

/** A line in the file: a head (both lengths and a hash), JSON, a photo's bytes. */
interface LineWords {
  readonly stamp: number;
  readonly table: JournalTable;
  readonly name: string;
  readonly row?: unknown;
  readonly isNew?: true;
  readonly isReplaced?: true;
  /** The row is the bytes after the JSON. */
  readonly isBytes?: true;
}

/** Ends an act: without it, the act never was. */
interface EndWords {
  readonly stamp: number;
  readonly end: number;
  readonly whole?: Marks;
  readonly taken?: readonly number[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const none = new Uint8Array();
const newLine = 10;
const longestHead = 40;

const crcTable = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function hashOf(bytes: Uint8Array): string {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (~value >>> 0).toString(16);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function encodeLine(words: LineWords | EndWords, bytes: Uint8Array = none): Uint8Array {
  const said = encoder.encode(JSON.stringify(words));
  const body = bytes.length === 0 ? said : joined([said, bytes]);
  const head = encoder.encode(`${said.length} ${bytes.length} ${hashOf(body)}\n`);
  return joined([head, body, encoder.encode('\n')]);
}

const ofBytes: ReadonlySet<JournalTable> = new Set<JournalTable>(['blobBytes', 'sealed']);

function encodeRow(stamp: number, { row, ...words }: Line): Uint8Array {
  if (row === null) return encodeLine({ stamp, ...words });
  if (!ofBytes.has(words.table)) return encodeLine({ stamp, ...words, row });
  return encodeLine({ stamp, ...words, isBytes: true }, (row as BytesRow).bytes);
}

/** Starts on a new line, whatever was cut off before it. */
const encodeAct = ({ stamp, lines, whole, taken }: Act): Uint8Array<ArrayBuffer> =>
  joined([
    encoder.encode('\n'),
    ...lines.map((line) => encodeRow(stamp, line)),
    encodeLine({ stamp, end: lines.length, ...(whole && { whole }), ...(taken && { taken }) }),
  ]);

export const encodeActs = (acts: readonly Act[]): Uint8Array<ArrayBuffer> => joined(acts.map(encodeAct));

interface Read {
  readonly words: LineWords | EndWords;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly next: number;
}

/** The line at this place; null if none or torn. */
function lineAt(file: Uint8Array<ArrayBuffer>, at: number): Read | null {
  const headEnd = file.subarray(at, at + longestHead).indexOf(newLine);
  if (headEnd < 0) return null;
  const head = /^(\d+) (\d+) ([0-9a-f]+)$/.exec(decoder.decode(file.subarray(at, at + headEnd)));
  if (!head) return null;
  const [said, bytes] = [Number(head[1]), Number(head[2])];
  const start = at + headEnd + 1;
  const end = start + said + bytes;
  if (file[end] !== newLine || hashOf(file.subarray(start, end)) !== head[3]) return null;
  const words = JSON.parse(decoder.decode(file.subarray(start, start + said))) as LineWords | EndWords;
  return { words, bytes: file.slice(start + said, end), next: end + 1 };
}

function readRow({ words, bytes }: Read): Line {
  const { table, name, isNew, isReplaced, isBytes, row } = words as LineWords;
  const bytesRow: BytesRow | null = isBytes ? { key: name, bytes } : null;
  return {
    table,
    name,
    row: bytesRow ?? (row as Line['row'] | undefined) ?? null,
    ...(isNew && { isNew }),
    ...(isReplaced && { isReplaced }),
  };
}

/** The complete acts of a file. A torn one is skipped; later ones are read. */
export function decodeActs(file: Uint8Array<ArrayBuffer>): readonly Act[] {
  const acts: Act[] = [];
  let open: { readonly stamp: number; readonly lines: Line[] } | null = null;
  let at = 0;
  while (at < file.length) {
    if (file[at] === newLine) {
      at += 1;
      continue;
    }
    const read = lineAt(file, at);
    if (read === null) {
      open = null;
      const next = file.indexOf(newLine, at);
      at = next < 0 ? file.length : next + 1;
      continue;
    }
    const { words } = read;
    const lines: Line[] = open?.stamp === words.stamp ? open.lines : [];
    if (!('end' in words)) {
      lines.push(readRow(read));
      open = { stamp: words.stamp, lines };
    } else {
      const { stamp, end, whole, taken } = words;
      if (end === lines.length) acts.push({ stamp, lines, ...(whole && { whole }), ...(taken && { taken }) });
      open = null;
    }
    at = read.next;
  }
  return acts;
}
