import { connect, createServer, type Server, type Socket } from 'node:net';
import { ownPort } from '../support/own-port.ts';

/** The way from a browser to the server: bytes go through as they come, and no browser has to be told when it is cut. */
export interface Line {
  /** Where the browser finds the server. */
  readonly address: string;
  /** Closes the port and tears what is under way, as when the signal is lost. */
  readonly cut: () => Promise<void>;
  /** Opens it (again) on the same port. */
  readonly restore: () => Promise<void>;
}

/** Makes a line to a server on loopback; it is open when this resolves. */
export async function openLine(server: { readonly address: string }): Promise<Line> {
  const target = Number(new URL(server.address).port);
  const port = await ownPort();
  const sockets = new Set<Socket>();
  let listening: Server | null = null;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const restore = (): Promise<void> =>
    new Promise((resolve, reject) => {
      listening = createServer((near) => {
        const far = connect(target, '127.0.0.1');
        for (const socket of [near, far]) keep(socket);
        near.on('close', () => far.destroy());
        far.on('close', () => near.destroy());
        near.pipe(far).pipe(near);
      });
      listening.once('error', reject);
      listening.listen(port, '127.0.0.1', resolve);
    });
  const cut = async (): Promise<void> => {
    const closing = listening;
    listening = null;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };
  await restore();
  return { address: `http://localhost:${port}`, cut, restore };
}
