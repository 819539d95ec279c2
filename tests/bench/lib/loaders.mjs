// Phones without a phone: `node loaders.mjs` is told whose first loads to make, and how many at once, and says when all have ended. A process
// of its own, so that whoever measures beside it is not held up by it.
import { loadBare, loadProduct } from './loads.mjs';

async function loadAll({ address, farms = [], set, count = farms.length }) {
  const begun = performance.now();
  const one = (_, number) => (farms[number] ? loadProduct(address, farms[number]) : loadBare(address, set));
  const done = await Promise.all(Array.from({ length: count }, one));
  return { ms: performance.now() - begun, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
}

process.on('message', (asked) => {
  void loadAll(asked).then(
    (told) => process.send(told),
    (error) => process.send({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
