import { join } from 'node:path';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { makeFarm, signUp } from '../lib/farm.mjs';
import { keptConnections, plainCall, purchaseTo, rowTo } from '../lib/load.mjs';
import { addPeople } from '../lib/people.mjs';
import { work } from '../lib/places.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';

const writes = 30;
const perPerson = 10;
const settleMs = 1500;
const lostAfterMs = 30_000;

const socketOfBare = (server, heard) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(server.address.replace('http', 'ws'));
    socket.on('error', reject);
    socket.on('message', heard);
    socket.on('open', () => resolve(() => socket.terminate()));
  });

const socketOfProduct = (server, { organizationId }, token, heard) =>
  new Promise((resolve, reject) => {
    const socket = io(server.address, {
      path: '/api/events/socket.io',
      transports: ['websocket'],
      query: { token },
      forceNew: true,
      reconnection: false,
    });
    socket.on('connect_error', reject);
    // A commit is told by one message for each thing of it; the app fetches at the first.
    let last = 0;
    socket.on('message', ({ seq }) => {
      if (seq === last) return;
      last = seq;
      heard();
    });
    socket.on('connect', () => {
      socket.emit('join', `organization_${organizationId}`, ({ ok }) => {
        if (ok) resolve(() => socket.disconnect());
        else reject(new Error('The room is shut'));
      });
    });
  });

/** One write after the other, each told to all; from before its POST until the last socket has heard of it. */
async function tellAll(server, sockets, { open, writeOf }) {
  const hearing = { count: 0, begun: 0, all: null };
  const times = [];
  const heard = () => {
    times.push(performance.now() - hearing.begun);
    hearing.count += 1;
    if (hearing.count === sockets) hearing.all();
  };
  const agent = keptConnections(1);
  const closing = [];
  try {
    for (let number = 0; number < sockets; number += 1) closing.push(await open(number, heard));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const posts = [];
    const cpu = server.cpu();
    for (let number = 0; number < writes; number += 1) {
      const told = new Promise((resolve, reject) => {
        Object.assign(hearing, { count: 0, all: resolve });
        setTimeout(() => reject(new Error(`${hearing.count} of ${sockets} sockets heard`)), lostAfterMs).unref();
      });
      const { address, ...call } = writeOf();
      hearing.begun = performance.now();
      const posted = plainCall(agent, address, call).then(() => posts.push(performance.now() - hearing.begun));
      await Promise.all([told, posted]);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const serverCpu = (server.cpu() - cpu) / writes;
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor(sorted.length * share)];
    return { ms: at(0.5), p99: at(0.99), post: posts.toSorted((a, b) => a - b)[writes >> 1], serverCpu };
  } finally {
    for (const close of closing) close();
    agent.destroy();
  }
}

/** W6: a commit is told to all sockets of the farm. */
export async function fanOut(run) {
  const product = await startProduct({ data: join(work, 'told') });
  const bare = await startPeer('bare', {});
  try {
    const ana = await signUp(product);
    for (let round = 1; round <= run.rounds; round += 1)
      for (const sockets of run.sockets) {
        const farm = await makeFarm(product, ana);
        const tokens = await addPeople(product, farm, Math.ceil(sockets / perPerson));
        const ways = [
          [
            'bare',
            bare,
            { open: (_, heard) => socketOfBare(bare, heard), writeOf: () => rowTo(bare, `told-${round}`) },
          ],
          [
            'product',
            product,
            {
              open: (number, heard) => socketOfProduct(product, farm, tokens[Math.floor(number / perPerson)], heard),
              writeOf: () => purchaseTo(product, farm, farm.token),
            },
          ],
        ];
        for (const [variant, server, way] of ways)
          await run.attempt({ workload: 'W6', size: sockets, variant, round }, () => tellAll(server, sockets, way));
      }
  } finally {
    await product.stop();
    await bare.stop();
  }
}
