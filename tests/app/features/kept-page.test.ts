import { expect, test } from 'vitest';
import { dressedPage, keepDressed } from '#features/shell/kept-page.ts';

const asBuilt = `<!doctype html>
<html lang="es-AR">
  <head>
    <script defer src="/assets/index-D4_0lVaH.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-DYHUYu9D.css">
    <script src="/assets/shell-first-VsIdA0bJ.js"></script>
</head>
  <body><div id="shell"></div><div id="root"></div></body>
</html>`;

const dark = ' data-kept="workbox-start-1" data-theme="dark" data-text-size="normal" data-shell="soon"';
const light = ' data-kept="workbox-start-1" data-by-hour data-theme="light" data-text-size="max" data-shell="open"';

test('a page is dressed, dressed anew and plain again, however often', () => {
  const dressed = dressedPage(asBuilt, dark);
  expect(dressed).toContain(`<html lang="es-AR"${dark}>`);
  expect(dressed).toContain('<script async src="/assets/shell-first-VsIdA0bJ.js"></script>');
  expect(dressed).toContain(
    '<link rel="preload" as="script" href="/assets/index-D4_0lVaH.js"><template><script src="/assets/index-D4_0lVaH.js"></script></template>',
  );
  expect(dressedPage(dressed, dark)).toBe(dressed);
  const anew = dressedPage(dressed, light);
  expect(anew).toBe(dressed.replace(dark, light));
  expect(dressedPage(anew, null)).toBe(asBuilt);
  expect(dressedPage(asBuilt, null)).toBe(asBuilt);
});

test('a page without such scripts keeps what it says', () => {
  const page = '<html lang="es-AR"><body>Hola</body></html>';
  expect(dressedPage(dressedPage(page, dark), null)).toBe(page);
});

test('where the browser keeps no pages, nothing is followed', () => {
  expect('caches' in globalThis).toBe(false);
  let followers = 0;
  keepDressed({
    state: () => {
      throw new Error('nobody asks who is in');
    },
    subscribe: () => {
      followers += 1;
      return () => undefined;
    },
  });
  expect(followers).toBe(0);
});
