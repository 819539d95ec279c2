import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';

let folder: string;
let server: RunningServer;
let base: string;

const script = `// the app\n${'console.log("la tranquera");\n'.repeat(200)}`;
/** What the build laid beside the script: other words, so that it is seen which of them was sent. */
const laid = { br: brotliCompressSync('// laid in Brotli'), gzip: gzipSync('// laid in gzip') };
/** As the build makes it: the rules and the script of its first frame stand in it. */
const [rules, early] = ['#root{height:100%}', 'if(1<2)document.title="Tranquera"'];
const page = `<!doctype html><title>Tranquera</title><style>${rules}</style><script data-app="/assets/app-1a2b3c4d.js">${early}</script><div id="root"></div>`;
const logIn = '<!doctype html><title>Tranquera</title><div id="root"><h1>Iniciar sesión</h1></div>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-'));
  // A folder of that name further up must not make every file eternal.
  const app = join(folder, 'assets', 'app');
  await mkdir(join(app, 'assets'), { recursive: true });
  await writeFile(join(app, 'index.html'), page);
  await writeFile(join(app, 'log-in.html'), logIn);
  await writeFile(join(app, 'log-in.html.br'), brotliCompressSync(logIn));
  await writeFile(join(app, 'sw.mjs'), script);
  await writeFile(join(app, 'manifest.webmanifest'), '{"name":"Tranquera"}');
  await writeFile(join(app, 'assets', 'app-1a2b3c4d.js'), script);
  await writeFile(join(app, 'assets', 'laid-5e6f7a8b.js'), script);
  await writeFile(join(app, 'assets', 'laid-5e6f7a8b.js.br'), laid.br);
  await writeFile(join(app, 'assets', 'laid-5e6f7a8b.js.gz'), laid.gzip);
  const settings = readSettings({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: '0' });
  server = await compose(settings, app);
  base = await server.listen();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** An answer as it came over the wire, nothing unpacked. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', payload?: string): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end(payload);
  });

const postJson = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await raw(path, { 'content-type': 'application/json', ...headers }, 'POST', JSON.stringify(body));
  return { ...answer, json: JSON.parse(answer.bytes.toString()) as Record<string, unknown> };
};

describe('Every answer', () => {
  test.each(['/', '/sw.mjs', '/assets/app-1a2b3c4d.js', '/api/health', '/api/nope', '/api/user', '/assets/gone.js'])(
    'at %s carries the headers that keep strangers out of the page',
    async (path) => {
      const { headers } = await raw(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringMatching(/max-age=31536000; includeSubDomains/) as string,
        'permissions-policy': expect.stringContaining('bluetooth=()') as string,
      });
      // A page that asks for a process of its own is painted later, and a tab between it and one that does not meets an old memory (decision 79).
      for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster'])
        expect(headers).not.toHaveProperty(name);
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    },
  );

  test.each(['/', '/api/health', '/api/nope', '/assets/gone.js'])(
    'at %s says nothing that erases a phone or names the machine',
    async (path) => {
      const { headers } = await raw(path, { origin: 'https://otro.test' });
      for (const name of ['clear-site-data', 'x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie']) {
        expect(headers).not.toHaveProperty(name);
      }
    },
  );
});

describe('The app', () => {
  test.each(['/', '/lots/123/edit', '/data/a-b-c', '/ciclos-reproductivos', '/nada/de/eso'])(
    'opens at any address: %s',
    async (path) => {
      const answer = await raw(path);
      expect(answer.status).toBe(200);
      expect(answer.bytes.toString()).toBe(page);
      expect(answer.headers['cache-control']).toBe('private, no-cache, no-transform');
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  test('lets its document run what stands in it, of this build, and no other answer', async () => {
    const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policyAt = async (path: string) => String((await raw(path)).headers['content-security-policy']);
    for (const path of ['/dashboard', '/index.html?__WB_REVISION__=1']) {
      const policy = await policyAt(path);
      expect(policy).toContain(`script-src 'self' ${hashOf(early)};`);
      expect(policy).toContain(`style-src 'self' ${hashOf(rules)};`);
    }
    for (const path of ['/log-in', '/manifest.webmanifest', '/api/health'])
      expect(await policyAt(path)).not.toContain('sha256');
    // A build that is laid over it while the server runs: with the hashes of the one before no browser would run it.
    const file = join(folder, 'assets', 'app', 'index.html');
    await writeFile(file, page.replace(early, 'newer()'));
    expect(await policyAt('/dashboard')).toContain(`script-src 'self' ${hashOf('newer()')};`);
    await writeFile(file, page);
    expect(await policyAt('/dashboard')).toContain(`script-src 'self' ${hashOf(early)};`);
  });

  test('sends the document of an address that has one of its own, asked for anew each time', async () => {
    for (const path of ['/log-in', '/log-in?desde=mail']) {
      const answer = await raw(path);
      expect(answer.bytes.toString()).toBe(logIn);
      expect(answer.headers['cache-control']).toBe('private, no-cache, no-transform');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    }
    expect((await raw('/log-in/otra')).bytes.toString()).toBe(page);
  });

  test('keeps files with a hash in their name for ever, and asks for the others each time', async () => {
    expect((await raw('/assets/app-1a2b3c4d.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/sw.mjs', '/manifest.webmanifest']) {
      expect((await raw(path)).headers['cache-control']).toBe('no-cache');
    }
  });

  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  test.each([
    [
      'no-store, no-transform',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'no-store, no-transform',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
    ],
    [
      'no-store, no-transform',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
    ],
    ['no-store, no-transform', `Mozilla/5.0 (X11; Linux x86_64) ${safari} Version/18.5 Safari/605.1.15`],
    [
      'private, no-cache, no-transform',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
    ],
    ['private, no-cache, no-transform', 'Mozilla/5.0 (Android 14; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0'],
    ['private, no-cache, no-transform', ''],
  ])('WebKit is told not to put a document to rest, others keep it as they like: %s for %s', async (cache, agent) => {
    for (const path of ['/', '/log-in', '/lots', '/index.html', '/index.html?__WB_REVISION__=1', '/log-in.html']) {
      for (const encoding of ['identity', 'br']) {
        const { status, headers } = await raw(path, { 'accept-encoding': encoding, 'user-agent': agent });
        expect([status, headers['cache-control']], `${path} ${encoding}`).toEqual([200, cache]);
      }
    }
    const script = await raw('/assets/app-1a2b3c4d.js', { 'user-agent': agent });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each(['br', 'gzip'] as const)('is sent in %s as the build laid it there', async (encoding) => {
    const { headers, bytes } = await raw('/assets/laid-5e6f7a8b.js', { 'accept-encoding': encoding });
    expect(bytes.equals(laid[encoding])).toBe(true);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']).toContain('accept-encoding');
  });

  test('is sent as it is to who takes nothing else', async () => {
    const { headers, bytes } = await raw('/assets/laid-5e6f7a8b.js', { 'accept-encoding': 'identity' });
    expect(bytes.toString()).toBe(script);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['vary']).toContain('accept-encoding');
  });

  test.each(['/assets/gone.js', '/gone.css', '/assets/', '/assets'])(
    'is no page where a file is missing: %s',
    async (path) => {
      const answer = await raw(path);
      expect(answer.status).toBe(404);
      expect(answer.bytes.toString()).not.toContain('<');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each([
    '/../data/access.key',
    '/..%2fdata%2faccess.key',
    '/%2e%2e/%2e%2e/data/access.key',
    '/assets/..%5c..%5cdata',
  ])('is served from its folder alone: %s', async (path) => {
    const answer = await raw(path);
    expect(answer.bytes.toString()).not.toMatch(/^[\w-]{43}$/);
    expect([200, 400, 403, 404]).toContain(answer.status);
  });

  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('comes packed with %s to whoever can unpack it', async (encoding, unpack) => {
    const { headers, bytes } = await raw('/assets/app-1a2b3c4d.js', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(bytes.length).toBeLessThan(script.length / 4);
    expect(unpack(bytes).toString()).toBe(script);
    expect(String(headers['vary'])).toMatch(/accept-encoding/i);
  });

  test('is not sent again when it is the same', async () => {
    const { headers } = await raw('/sw.mjs');
    expect((await raw('/sw.mjs', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  });
});

describe('The API', () => {
  test('is alive and says which database it stands on', async () => {
    const answer = await raw('/api/health');
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({
      ok: true,
      version: expect.any(String) as string,
      database: 'sqlite',
    });
    expect(answer.headers).toMatchObject({
      'x-api-contract': '1',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nope'],
    ['POST', '/api/nope'],
    ['OPTIONS', '/api/user'],
    ['TRACE', '/api/user'],
    ['GET', '/audio/1/nope'],
  ])('never answers with a page: %s %s', async (method, path) => {
    const answer = await raw(path, {}, method);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.bytes.toString())).toEqual({ ok: false, code: 'NOT_FOUND', message: 'No se encontró' });
    expect(answer.headers['x-api-contract']).toBe('1');
  });

  test('keeps its signing keys and its data for the owner of the folder alone', async () => {
    for (const name of ['access.key', 'refresh.key']) {
      expect((await stat(join(folder, 'data', name))).mode & 0o077).toBe(0);
    }
    expect((await stat(join(folder, 'data'))).mode & 0o077).toBe(0);
  });

  test('holds back a house that tries passwords without end, and tells when to come back', async () => {
    const attempts = Array.from({ length: 80 }, (_, index) =>
      postJson('/api/auth/log-in', { email: `nadie${index}@campo.test` }, { 'x-forwarded-for': `10.0.0.${index}` }),
    );
    const held = (await Promise.all(attempts)).filter((answer) => answer.status === 429);
    expect(held.length).toBeGreaterThan(0);
    expect(held[0]?.json).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(Number(held[0]?.headers['retry-after'])).toBeGreaterThan(0);
    const written = await postJson('/api/organization', { name: 'X' }, { 'idempotency-key': randomUUID() });
    expect(written.status).toBe(401);
  });
});

describe('Whatever came in at the edge', () => {
  leavesAllInOrder(() => ({ url: null, dataDir: join(folder, 'data') }));
});
