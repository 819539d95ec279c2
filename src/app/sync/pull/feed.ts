import { constants } from '#contract/constants.ts';
import { pullAnswer, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Said } from '#net/reply.ts';
import type { FeedPage } from '#store/pages.ts';
import { ask, type PullPorts, unreadable } from './pull-ports.ts';

/**
 * Pages are applied together: a row comes as it is when its page is read, so before the last page balances hold acts not confirmed yet, and
 * own records would count twice. They are staged in small steps (feed-page.ts); after a very long absence in bundles, with totals right at
 * the last.
 */
const pagesInOne = 10;

type Page = Omit<FeedPage, 'reported' | 'at'>;

/** The phone's position: epoch, sequence with mark, and what the person could see when the rows were loaded. */
interface From {
  readonly said?: Said | undefined;
  readonly epoch: string;
  readonly since: number;
  readonly mark?: string | null | undefined;
  readonly sight?: string | null | undefined;
}

/** Reads up to ten pages of the feed as one. 'resync': the feed cannot be followed from here. */
export async function gather(ports: PullPorts, from: From): Promise<Page | 'failed' | 'resync'> {
  let whole: Page | null = null;
  for (let count = 0; count < pagesInOne && (whole === null || whole.more); count += 1) {
    const at: From = whole === null ? from : { ...from, since: whole.to, mark: whole.mark };
    const page = await askPage(ports, at);
    if (page === 'failed' || page === 'resync') return page;
    if (!isSound(page)) return await unreadable(ports, 'pull');
    if (whole !== null && (page.epoch !== whole.epoch || page.from !== whole.to)) return 'failed';
    whole = whole === null ? page : joined(whole, page);
  }
  return whole ?? 'failed';
}

/** A page that moves without changes, or promises more without moving, would skip commits. */
const isSound = ({ from, to, more, changes }: Page): boolean => (to > from ? changes.length > 0 : to === from && !more);

const joined = (before: Page, after: Page): Page => ({
  ...after,
  from: before.from,
  changes: [...before.changes, ...after.changes],
  acks: [...before.acks, ...after.acks],
});

async function askPage(
  ports: PullPorts,
  { epoch, since, mark, sight, said }: From,
): Promise<Page | 'failed' | 'resync'> {
  const limit = String(constants.rowsPerPage);
  const query = { since: String(since), epoch, limit, ...(mark && { mark }), ...(sight && { sight }) };
  const reply = await ask(ports, syncEndpoints.pull.path, query, said);
  if (reply.outcome === 'refused' && reply.problem.status === 410) return 'resync';
  if (reply.outcome !== 'answer') return 'failed';
  const read = pullAnswer.safeParse(reply.body);
  if (!read.success) return await unreadable(ports, 'pull');
  const { from, to, more, changes, acks } = read.data;
  return { epoch: read.data.epoch, from, to, more, mark: read.data.mark ?? null, changes, acks };
}
