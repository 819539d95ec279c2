import * as z from 'zod/mini';
import { limits } from '../domain/limits.ts';
import { readTrustedProxies, type TrustedProxies } from './http/caller.ts';

const port = z.coerce.number().check(z.gte(0), z.lte(65_535));

/** At least one, or nobody could begin. */
const count = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));

const address = (...protocols: readonly string[]) =>
  z
    .string()
    .check(z.refine((text) => text === '' || (URL.canParse(text) && protocols.includes(new URL(text).protocol))));
const word = z._default(z.string(), '');

const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z._default(z.string(), ''),
  /** The product's address: links in mails begin with it. */
  PUBLIC_URL: z._default(address('http:', 'https:'), ''),
  /** `smtp://user:password@host:port`; empty writes mails to DATA_DIR/mail. */
  SMTP_URL: z._default(address('smtp:', 'smtps:'), ''),
  SMTP_FROM: word,
  WHATSAPP_TOKEN: word,
  WHATSAPP_PHONE_ID: word,
  WHATSAPP_APP_SECRET: word,
  WHATSAPP_VERIFY_TOKEN: word,
  WHATSAPP_CODE_TEMPLATE: word,
  WHATSAPP_API_URL: z._default(address('http:', 'https:'), 'https://graph.facebook.com/v21.0'),
  /** Signing keys of 32 bytes, base64url, newest first; empty: made in DATA_DIR. */
  ACCESS_KEY: word,
  REFRESH_KEY: word,
  /** PEM files, for a server that speaks TLS itself. Empty behind a proxy that does. */
  TLS_CERT: word,
  TLS_KEY: word,
  /** How many proxies stand before this server, or their addresses and networks. */
  TRUST_PROXY: z._default(z.string().check(z.refine((text) => readTrustedProxies(text) !== null)), ''),
  /** The oldest app version answered: `1.4.0`. Unsent records are taken from any (trust.md row 150). */
  MIN_APP_VERSION: z._default(z.string().check(z.regex(/^(\d{1,6}\.\d{1,6}\.\d{1,6})?$/)), ''),
  /** `off` recalls the app's service worker from every phone that calls (trust.md row 151). */
  SERVICE_WORKER: z._default(z.enum(['on', 'off']), 'on'),
  /** Farms an account may make, and people on one. */
  MAX_FARMS_PER_ACCOUNT: z._default(count, limits.farmsPerAccount),
  MAX_MEMBERS_PER_FARM: z._default(count, limits.membersPerFarm),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

export type Settings = z.infer<typeof environment>;

export const proxiesOf = ({ TRUST_PROXY: text }: Pick<Settings, 'TRUST_PROXY'>): TrustedProxies =>
  readTrustedProxies(text) ?? { is: 'none' };

export const boundsOf = (settings: Pick<Settings, 'MAX_FARMS_PER_ACCOUNT' | 'MAX_MEMBERS_PER_FARM'>) => ({
  farmsPerAccount: settings.MAX_FARMS_PER_ACCOUNT,
  membersPerFarm: settings.MAX_MEMBERS_PER_FARM,
});

const hints: Readonly<Record<string, string>> = {
  TRUST_PROXY: ' (a count of proxies from 1 to 10, or their addresses and networks: 10.0.0.0/8, ::1)',
};

/** Without the secret nothing incoming could be verified. */
const accountParts = ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const;

/** Settings that are given all or none. */
const wholes = [accountParts, ['TLS_CERT', 'TLS_KEY'], ['ACCESS_KEY', 'REFRESH_KEY']] as const;

const isSecret = (name: string): boolean => /^(WHATSAPP_|SMTP_URL|DATABASE_URL|ACCESS_KEY|REFRESH_KEY)/.test(name);

/** Reads the environment (wire.md §Settings). Throws with one English line that names what is wrong. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name}=${isSecret(name) ? '…' : (variables[name] ?? '')}${hints[name] ?? ''}`;
    });
    throw new Error(`These settings cannot be used: ${names.join(', ')}`);
  }
  for (const parts of wholes) {
    const missing = parts.filter((name) => parsed.data[name] === '');
    if (missing.length > 0 && missing.length < parts.length)
      throw new Error(`These settings are missing: ${missing.join(', ')}`);
  }
  return parsed.data;
}
