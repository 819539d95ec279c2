import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { asServing, servingRole, templateName } from './postgres-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the PostgreSQL that the run has started; empty where the embedded database is under test. */
    postgresUrl: string;
  }
}

/** Whether this run of the server's tests is on PostgreSQL. */
export const isOnPostgres = (): boolean => inject('postgresUrl') !== '';

export interface FreshDatabase {
  /** For the serving role, which is no superuser: the wall holds for it. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Does something as the superuser, on a connection of its own. */
async function asSuperuser(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await work(client);
  await client.end();
}

async function createDatabase(template: string): Promise<FreshDatabase> {
  const name = `farm_${randomBytes(8).toString('hex')}`;
  await asSuperuser((client) => client.query(`create database ${name} owner ${servingRole} template ${template}`));
  return {
    url: asServing(inject('postgresUrl'), name),
    drop: () => asSuperuser((client) => client.query(`drop database ${name} with (force)`)),
  };
}

/** An empty database that belongs to the serving role. */
export const createPostgresDatabase = (): Promise<FreshDatabase> => createDatabase('template1');

/** One that has taken every step already: for tests that are not about taking them. */
export const createMigratedDatabase = (): Promise<FreshDatabase> => createDatabase(templateName);
