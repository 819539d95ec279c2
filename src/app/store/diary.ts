import type { Change } from '#contract/endpoints/sync.ts';
import { type Disk, startingWith, type Tables } from './disk.ts';
import { type DiagnosticRow, padded } from './outbox-rows.ts';
import type { Diagnostic, FarmStore } from './store.ts';

const ringSize = 500;

async function writeDiagnostic(tables: Tables, entry: Diagnostic): Promise<void> {
  const rows = await tables.diagnostics.range<DiagnosticRow>(startingWith(''));
  const next = Number(rows.at(-1)?.key ?? 0) + 1;
  await tables.diagnostics.remove(rows.slice(0, Math.max(0, rows.length + 1 - ringSize)).map((row) => row.key));
  await tables.diagnostics.put([{ key: padded(next), entry } satisfies DiagnosticRow]);
}

/** A row that this version cannot read is missing on screen: log it. */
export async function tellLeftOut(tables: Tables, rows: readonly Change[], at: string): Promise<void> {
  if (rows.length === 0) return;
  const detail = rows.map(({ table, id }) => `${table} ${id}`).join(', ');
  await writeDiagnostic(tables, { at, event: 'unreadable-rows', detail });
}

/** The exportable ring of sync events. */
export const diary = (disk: Disk): Pick<FarmStore, 'diagnose' | 'diagnostics'> => ({
  diagnose: (entry) => disk.transact('write', ['diagnostics'], (tables) => writeDiagnostic(tables, entry)),
  diagnostics: () =>
    disk.transact('read', ['diagnostics'], async (tables) =>
      (await tables.diagnostics.range<DiagnosticRow>(startingWith(''))).map((row) => row.entry),
    ),
});
