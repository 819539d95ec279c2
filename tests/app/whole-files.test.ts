import { describe, expect, test } from 'vitest';
import { wholeFile } from '../../sw/whole-files.ts';

const address = 'https://campo.test';
const answer = (type: string, text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': type } });
const isTaken = async (path: string, response: Response): Promise<boolean> =>
  (await wholeFile({ url: `${address}${path}` }, response)) === response;

describe('An update that is fetched through a portal', () => {
  const portal = (): Response => answer('text/html; charset=utf-8', '<html><body>Bienvenido al hotel</body></html>');

  test.each(['/assets/a1b2c3d4.js', '/assets/index.css', '/logo.svg', '/index.html?__WB_REVISION__=1'])(
    'does not come in with its page in the place of %s',
    async (path) => {
      expect(await isTaken(path, portal())).toBe(false);
    },
  );

  test('does not come in with an error in the place of a file', async () => {
    expect(await isTaken('/assets/a1b2c3d4.js', answer('text/javascript', '', 404))).toBe(false);
  });
});

describe('An update that is fetched from its server', () => {
  test.each([
    ['/assets/a1b2c3d4.js', 'text/javascript'],
    ['/assets/index.css', 'text/css'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('comes in: %s', async (path, type) => {
    expect(await isTaken(path, answer(type, 'whatever'))).toBe(true);
  });

  test('comes in with the page of the app, which can still be read', async () => {
    const page = answer('text/html', '<!doctype html><div id="root"></div>');
    expect(await isTaken('/index.html?__WB_REVISION__=1', page)).toBe(true);
    expect(await page.text()).toContain('root');
  });
});
