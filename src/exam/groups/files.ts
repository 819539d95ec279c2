import { createHash, randomBytes } from 'node:crypto';
import type { Group } from '../book.ts';
import { examSentences as says } from '../sentences.ts';
import { smallPdf } from '../small-pdf.ts';
import { type Answer, gist, isProblem, sameBody } from '../wire.ts';
import type { Name, World } from '../world.ts';

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Files of invoices: typed by content, only for who sees money (domain.md §2.8, trust.md §1.10). */
async function examinePapers(group: Group, { as }: World): Promise<void> {
  const pdf = smallPdf(randomBytes(16).toString('hex'));
  const upload = (bytes: Uint8Array): Promise<Answer> => {
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'factura.pdf');
    return as('ana', 'POST /api/invoice/{org}/upload', { form });
  };
  const sent = await upload(pdf);
  const { attachments = [] } = (sent.body.invoice ?? {}) as { attachments?: { id: string }[] };
  const read = (name: Name) => as(name, `GET /api/invoice/{org}/file/${attachments[0]?.id ?? 'none'}`);
  const got = await read('ana');
  group.mark(says.paperKept, got.status === 200 && sameBytes(got.bytes, pdf), `${gist(sent)} / ${got.status}`);
  for (const none of [new TextEncoder().encode('<!doctype html><script>1</script>'), pdf.subarray(0, pdf.length / 2)]) {
    const page = await upload(none);
    group.mark(says.paperIsPaper, isProblem(page, 'FILE_TYPE'), gist(page));
  }
  const [hand, stranger] = [await read('caro'), await read('dana')];
  group.mark(says.paperIsMoney, hand.status === 403 && stranger.status === 404, `${hand.status} ${stranger.status}`);
}

/** Photos and voice notes: stored once, typed by content, with ranges (offline.md §2.11). */
async function examineBlobs(group: Group, { as }: World): Promise<void> {
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 0, 0, 0, 0];
  const bytes = Buffer.concat([Buffer.from(start), randomBytes(48)]);
  const path = `/api/blob/{org}/${createHash('sha256').update(bytes).digest('hex')}`;
  const put = (sent: Uint8Array) => as('caro', `PUT ${path}`, { bytes: sent });
  const [first, again] = [await put(bytes), await put(bytes)];
  const isOne = first.status === 200 && sameBody(first, again);
  group.mark(says.photoOnce, isOne, `${gist(first)} / ${gist(again)}`);
  const whole = await as('beto', `GET ${path}`);
  group.mark(says.photoKept, whole.status === 200 && sameBytes(whole.bytes, bytes), whole.status);
  const part = await as('beto', `GET ${path}`, { range: 'bytes=16-19' });
  group.mark(says.photoPart, part.status === 206 && sameBytes(part.bytes, bytes.subarray(16, 20)), part.status);
  const other = await put(Buffer.concat([bytes, randomBytes(4)]));
  group.mark(says.photoIsNamed, other.status === 400, gist(other));
  const stranger = await as('dana', `GET ${path}`);
  group.mark(says.photoIsOurs, stranger.status === 404, gist(stranger));
}

export async function examineFiles(group: Group, world: World): Promise<void> {
  await examinePapers(group, world);
  await examineBlobs(group, world);
}
