import { createServer } from 'node:net';

/** Below the ports that systems give away by themselves: what dies and comes back finds its own still free. */
const lowest = 12_000;
/** Each worker of the browser tests has so many to itself; whoever is none has those of the last. */
const each = 2_000;
const share = Math.min(Number(process.env['TEST_PARALLEL_INDEX'] ?? 7), 7);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port on loopback that nobody listens on, and that stays this process's own while nobody does. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = lowest + share * each + Math.floor(Math.random() * each);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
}
