import type { Kysely } from 'kysely';
import type { Tables } from '../../src/server/database/tables.ts';

/** What happens to a transaction after its work, and before or after it stands: nothing, where it gives null. */
export type Fault = (stands: boolean) => Error | null;

/** Another transaction was faster: this one begins anew. */
export const lostRace = (): Error => Object.assign(new Error('another was faster'), { code: '40001' });

const isFunction = (value: unknown): value is (...given: never[]) => unknown => typeof value === 'function';

/** A database whose transactions of farms fail as they are told. */
export const faulty = (db: Kysely<Tables>, fault: Fault): Kysely<Tables> =>
  new Proxy(db, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return isFunction(found) ? found.bind(target) : found;
      const fails = (stands: boolean): void => {
        const error = fault(stands);
        if (error) throw error;
      };
      const execute = async (work: (trx: unknown) => Promise<unknown>): Promise<unknown> => {
        const result = await target.transaction().execute(async (trx) => {
          const done = await work(trx);
          fails(false);
          return done;
        });
        fails(true);
        return result;
      };
      return () => ({ execute });
    },
  });
