import { type Book, type Group, openBook } from './book.ts';
import { examineApart } from './groups/apart.ts';
import { examineCalls, examineRest } from './groups/calls.ts';
import { examineErrors } from './groups/errors.ts';
import { examineFiles } from './groups/files.ts';
import { examineIdempotency } from './groups/idempotency.ts';
import { examineConversations } from './groups/conversations.ts';
import { examineLive } from './groups/live.ts';
import { examineTenancy } from './groups/tenancy.ts';
import { examSentences as says } from './sentences.ts';
import { type Ask, askAt } from './wire.ts';
import { type Account, createWorld, type World } from './world.ts';

type Examine = (group: Group, world: World) => Promise<void>;

const groups: readonly (readonly [string, Examine])[] = [
  [says.calls, examineCalls],
  [says.rest, examineRest],
  [says.files, examineFiles],
  [says.conversations, examineConversations],
  [says.errors, examineErrors],
  [says.live, examineLive],
  [says.idempotency, examineIdempotency],
  [says.tenancy, examineTenancy],
  [says.apart, examineApart],
];

/**
 * * Examines a backend on a farm of its own. Without a super admin, it checks only that conversations are closed. Throws if it cannot sign
 * up and make a farm.
 */
export async function sitExam(
  base: string,
  superAdmin: Account | null,
  tell: (book: Book, title: string) => void = () => undefined,
): Promise<Book> {
  const book = openBook();
  const address = base.replace(/\/+$/, '');
  const speak = askAt(address);
  const ask: Ask = (asked) => {
    book.note(`${asked.method} ${asked.path.split('?')[0] ?? ''}`);
    return speak(asked);
  };
  const world = await createWorld(address, ask, superAdmin);
  for (const [title, examine] of groups) {
    const group = book.group(title);
    await examine(group, world).catch((error: unknown) => {
      group.mark(title, false, error instanceof Error ? error.message : String(error));
    });
    tell(book, title);
  }
  return book;
}
