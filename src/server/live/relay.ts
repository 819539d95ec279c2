import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';

/** What carries live messages and ends of sessions between the server processes that share one PostgreSQL. */
export interface Relay {
  readonly adapter: ReturnType<typeof createAdapter>;
  /** Told when messages may have gone by unheard: the connection that listens broke and stands again. */
  readonly onGap: (tell: () => void) => void;
  readonly close: () => Promise<void>;
}

/** Messages above PostgreSQL's 8000 bytes lie here for half a minute, without a farm of their own. */
const tableName = 'socket_io_attachments';
const tableLock = 7_251_937;

/** Opens the relay on the server's own connections; the listening one is outside the pool, where a broken one would keep its place. */
export async function openRelay(pool: pg.Pool, onTrouble: (error: Error) => void): Promise<Relay> {
  await makeTable(pool);
  const listeners = new Set<pg.Client>();
  let opened = 0;
  let isClosing = false;
  let tellGap = (): void => undefined;
  const listen = async (): Promise<pg.Client & { release: () => void }> => {
    const client = new pg.Client(pool.options);
    // Without a listener of its own, a connection that dies takes the process with it.
    client.on('error', onTrouble);
    client.once('end', () => listeners.delete(client));
    listeners.add(client);
    await client.connect();
    if (isClosing) await client.end();
    else if (opened > 0) tellGap();
    opened += 1;
    return Object.assign(client, { release: () => void client.end().catch(onTrouble) });
  };
  // All that the adapter asks of a pool.
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

/** Processes that start at once would both make it: one waits for the other. */
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
