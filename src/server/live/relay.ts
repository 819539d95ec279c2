import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';

/** Carries broadcasts and session ends between processes on one PostgreSQL. */
export interface Relay {
  readonly adapter: ReturnType<typeof createAdapter>;
  /** Called when messages may have been missed: the listening connection broke and was restored. */
  readonly onGap: (tell: () => void) => void;
  readonly close: () => Promise<void>;
}

/** Messages above PostgreSQL's 8000 bytes lie here for half a minute; they are of no farm. */
const tableName = 'socket_io_attachments';
const tableLock = 7_251_937;

/** Opens the relay. The listening connection is outside the pool, where a broken one would keep its place. */
export async function openRelay(pool: pg.Pool, onTrouble: (error: Error) => void): Promise<Relay> {
  await makeTable(pool);
  const listeners = new Set<pg.Client>();
  let opened = 0;
  let isClosing = false;
  let tellGap = (): void => undefined;
  const listen = async (): Promise<pg.Client & { release: () => void }> => {
    const client = new pg.Client(pool.options);
    // Without a listener a dying connection ends the process.
    client.on('error', onTrouble);
    client.once('end', () => listeners.delete(client));
    listeners.add(client);
    await client.connect();
    if (isClosing) await client.end();
    else if (opened > 0) tellGap();
    opened += 1;
    return Object.assign(client, { release: () => void client.end().catch(onTrouble) });
  };
  // All that the adapter uses of a pool.
  const asked = { connect: listen, query: (text: string, values?: unknown[]) => pool.query(text, values) };
  const adapter = createAdapter(asked as unknown as pg.Pool, {
    tableName,
    errorHandler: (error) => {
      if (!isClosing) onTrouble(error);
    },
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    await Promise.all([...listeners].map((client) => client.end()));
  };
  return { adapter, onGap: (tell) => (tellGap = tell), close };
}

/** The lock is for processes that start at once. */
async function makeTable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [tableLock]);
    await client.query(
      `create table if not exists ${tableName} (
        id bigserial unique, created_at timestamptz default now(), payload bytea)`,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
