import * as z from 'zod/mini';

const port = z.coerce.number().check(z.gte(0), z.lte(65_535));

const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z._default(z.string(), ''),
  PUBLIC_URL: z._default(z.string(), ''),
  TRUST_PROXY: z._default(z.string(), ''),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

export type Settings = z.infer<typeof environment>;

/** Reads the environment (wire.md §Settings). Throws with one English line that names what is wrong. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}=${variables[String(issue.path[0])] ?? ''}`,
    );
    throw new Error(`These settings cannot be used: ${names.join(', ')}`);
  }
  return parsed.data;
}
