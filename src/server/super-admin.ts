import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { operatorSentences as sentences } from '../contract/sentences-operator.ts';
import { emailAddress } from '../domain/people/account.ts';
import { openDatabase } from './database/open.ts';
import { makeSuperAdmin, removeSuperAdmin } from './features/accounts/super-admin.ts';
import { publicUrlOf } from './outward.ts';
import { readSettings } from './settings.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

/** Makes or unmakes a super admin in the database that the settings name; gives the exit code. */
async function main(): Promise<number> {
  const settings = readSettings(process.env);
  const words = process.argv.slice(2).filter((word) => word !== '--quitar');
  const email = emailAddress.safeParse(words[0]);
  if (!email.success || words.length !== 1) {
    complain(sentences.usage);
    return 2;
  }
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const where = { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR };
  const database = await openDatabase(where, (error) => void complain(error.message));
  const operator = { publicUrl: publicUrlOf(settings), now: Date.now(), newId: randomUUID };
  try {
    if (process.argv.includes('--quitar')) {
      const isDone = await removeSuperAdmin(database.all, email.data, operator);
      say(isDone ? sentences.removed(email.data) : sentences.nobody(email.data));
      return isDone ? 0 : 1;
    }
    const link = await makeSuperAdmin(database.all, email.data, operator);
    say(sentences.made(email.data));
    if (link !== null) say(`${sentences.link}\n\n  ${link}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
