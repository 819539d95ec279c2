import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createServerProcess, type ServerProcess } from '../../e2e/support/server-process.ts';

/** A running server whose database can go back to an earlier moment, by the ways that people have. */
export interface Backed {
  readonly server: ServerProcess;
  /** What the server is started with besides its folder and port. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs a statement; parameters are `?`. */
  readonly write: (statement: string, values: readonly string[]) => Promise<void>;
  /** Makes the copy that comes back later; what is done from here on is not in it. */
  readonly keepCopy: () => Promise<void>;
  /** The server dies, the copy is put in the database's place, and the server starts: nothing else is done. */
  readonly goBack: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The embedded database: the whole data folder is copied while the server stands still, as the README says. */
export async function backedByFolder(built?: string): Promise<Backed> {
  const server = await createServerProcess(built);
  const copy = await mkdtemp(join(tmpdir(), 'tranquera-copy-'));
  await server.start();
  return {
    server,
    settings: { DATA_DIR: server.dataDir },
    write: async (statement, values) => {
      const database = new DatabaseSync(join(server.dataDir, 'tranquera.sqlite'));
      database.prepare(statement).run(...values);
      database.close();
    },
    keepCopy: async () => {
      await server.kill();
      await cp(server.dataDir, copy, { recursive: true, force: true });
      await server.start();
    },
    goBack: async () => {
      await server.kill();
      await rm(server.dataDir, { recursive: true, force: true });
      await cp(copy, server.dataDir, { recursive: true });
      await server.start();
    },
    close: async () => {
      await server.close();
      await rm(copy, { recursive: true, force: true });
    },
  };
}
