import { connect, createServer } from 'node:net';

/** A port in front of another, behind which everything comes and goes half a round trip later. */
export async function delayed(port, rttMs) {
  const open = new Set();
  const later = (from, to) => {
    from.on('data', (part) => setTimeout(() => to.writable && to.write(part), rttMs / 2));
    from.on('end', () => setTimeout(() => to.end(), rttMs / 2));
    from.on('error', () => to.destroy());
    from.on('close', () => open.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      open.add(socket);
    }
    later(near, far);
    later(far, near);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(resolve);
      }),
  };
}
