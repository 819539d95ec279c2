import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operatorSentences as sentences } from '../contract/sentences-operator.ts';
import { emailAddress } from '../domain/people/account.ts';
import { closeDataFolder } from './data-folder.ts';
import { openDatabase } from './database/open.ts';
import { makeSuperAdmin, removeSuperAdmin } from './accounts/people/super-admin.ts';
import { publicUrlOf } from './outward.ts';
import { readSettings } from './settings.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const given = readSettings(process.env);
  // The same folder as in main.ts.
  const isDemo = process.argv.includes('--demo');
  const settings = isDemo ? { ...given, DATA_DIR: join(given.DATA_DIR, 'demo') } : given;
  const words = process.argv.slice(2).filter((word) => word !== '--quitar' && word !== '--demo');
  const email = emailAddress.safeParse(words[0]);
  if (!email.success || words.length !== 1) {
    complain(sentences.usage);
    return 2;
  }
  // A new database would be no server's, its link useless.
  if (settings.DATABASE_URL === '' && !existsSync(join(settings.DATA_DIR, 'tranquera.sqlite'))) {
    complain(sentences.noDatabase(settings.DATA_DIR));
    return 1;
  }
  await closeDataFolder(settings.DATA_DIR);
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
