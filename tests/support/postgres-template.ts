import pg from 'pg';
import { migrate } from '../../src/server/database/migrate.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';

/** The role that the server uses: no superuser, so the wall between farms holds for it. */
export const servingRole = 'tranquera';

/** A database that has taken every step and holds nothing: copied, it costs a fifth of one that takes them itself. */
export const templateName = 'farm_template';

/** The same server's URL for the serving role, in one of its databases. */
export function asServing(superuserUrl: string, database: string): string {
  const url = new URL(superuserUrl);
  [url.username, url.password, url.pathname] = [servingRole, servingRole, database];
  return url.href;
}

/** Makes the template, once for a whole run. */
export async function makeTemplate(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create database ${templateName} owner ${servingRole}`);
  await client.end();
  const { all, farm } = openPostgres(asServing(superuserUrl, templateName), () => undefined);
  await migrate(all);
  await farm.destroy();
  await all.destroy();
}
