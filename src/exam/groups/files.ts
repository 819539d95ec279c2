import { createHash, randomBytes } from 'node:crypto';
import type { Group } from '../book.ts';
import { examSentences as says } from '../sentences.ts';
import { smallPdf } from '../small-pdf.ts';
import { gist } from '../wire.ts';
import type { World } from '../world.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Files of invoices: typed by content, only for who sees money (domain.md §2.8, trust.md §1.10). */
async function examinePapers(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const path = `/api/invoice/${ids.org}`;
  const pdf = smallPdf(randomBytes(16).toString('hex'));
  const form = (bytes: Uint8Array): FormData => {
    const papers = new FormData();
    papers.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'factura.pdf');
    return papers;
  };
  const upload = (bytes: Uint8Array, token: string) =>
    ask({ method: 'POST', path: `${path}/upload`, token, form: form(bytes) });
  const sent = await upload(pdf, people.ana.token);
  const { attachments = [] } = (sent.body.invoice ?? {}) as { attachments?: { id: string }[] };
  const file = { method: 'GET', path: `${path}/file/${attachments[0]?.id ?? 'none'}` };
  const got = await ask({ ...file, token: people.ana.token });
  group.mark(says.paperKept, got.status === 200 && sameBytes(got.bytes, pdf), `${gist(sent)} / ${got.status}`);
  for (const none of [bytesOf('<!doctype html><script>1</script>'), pdf.subarray(0, pdf.length / 2)]) {
    const page = await upload(none, people.ana.token);
    group.mark(says.paperIsPaper, page.status === 415 && page.body.code === 'FILE_TYPE', gist(page));
  }
  const hand = await ask({ ...file, token: people.caro.token });
  const stranger = await ask({ ...file, token: people.dana.token });
  group.mark(says.paperIsMoney, hand.status === 403 && stranger.status === 404, `${hand.status} ${stranger.status}`);
}

/** Photos and voice notes: stored once, typed by content, with ranges (offline.md §2.11). */
async function examineBlobs(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 0, 0, 0, 0];
  const bytes = Buffer.concat([Buffer.from(start), randomBytes(48)]);
  const path = `/api/blob/${ids.org}/${createHash('sha256').update(bytes).digest('hex')}`;
  const put = { method: 'PUT', path, token: people.caro.token, bytes };
  const [first, again] = [await ask(put), await ask(put)];
  const isOne = first.status === 200 && JSON.stringify(first.body) === JSON.stringify(again.body);
  group.mark(says.photoOnce, isOne, `${gist(first)} / ${gist(again)}`);
  const whole = await ask({ method: 'GET', path, token: people.beto.token });
  group.mark(says.photoKept, whole.status === 200 && sameBytes(whole.bytes, bytes), whole.status);
  const part = await ask({ method: 'GET', path, token: people.beto.token, range: 'bytes=16-19' });
  group.mark(says.photoPart, part.status === 206 && sameBytes(part.bytes, bytes.subarray(16, 20)), part.status);
  const other = await ask({ ...put, bytes: Buffer.concat([bytes, randomBytes(4)]) });
  group.mark(says.photoIsNamed, other.status === 400, gist(other));
  const stranger = await ask({ method: 'GET', path, token: people.dana.token });
  group.mark(says.photoIsOurs, stranger.status === 404, gist(stranger));
}

export async function examineFiles(group: Group, world: World): Promise<void> {
  await examinePapers(group, world);
  await examineBlobs(group, world);
}
