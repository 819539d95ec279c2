import { sitExam } from './exam.ts';
import { examSentences as says } from './sentences.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Exit code: 0 passed, 1 failed, 2 could not begin. */
async function main(): Promise<number> {
  const base = process.argv[2];
  if (!base || !URL.canParse(base)) {
    process.stderr.write(`${says.usage}\n`);
    return 2;
  }
  const started = performance.now();
  say(says.begins(base));
  const { EXAM_SUPER_ADMIN: email = '', EXAM_PASSWORD: password = '' } = process.env;
  const superAdmin = email === '' ? null : { email, password };
  if (superAdmin === null) say(says.noSuperAdmin);
  const book = await sitExam(base, superAdmin, ({ failures, held }, title) => {
    const failed = failures.filter(({ group }) => group === title);
    say(says.groupLine(title, held(title), failed.length));
    for (const { fact, found } of failed) say(says.failureLine(fact, found));
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const failed = book.failures.length;
  say('');
  say(failed === 0 ? says.passed(book.held(), seconds) : says.failed(failed, book.held() + failed, seconds));
  return failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${says.cannotBegin(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(2);
  },
);
