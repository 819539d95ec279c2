import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

/** Words that say nothing, wherever they stand in a file's name: a reader has to open the file to know what it is about. */
const emptyParts = /^(?:utils?|helpers?|common|misc|managers?|shared)$/i;
/** These two say nothing when they stand alone; the wire has calls that carry them. */
const emptyAlone = /^(?:utils?|helpers?|common|misc|managers?|data|info)$/i;
const emptyEndings = /(?:Utils?|Helpers?|Managers?)$/;
/** Screens are named by their URL, and `data` is one that the specification sets. */
const namedByUrl = /^src\/app\/routes\//;

function emptyFileNames(path: string): string[] {
  const names = namedByUrl.test(path) ? [] : path.split('/').map((part) => part.split('.')[0] ?? '');
  const bad = names.filter((name) => emptyAlone.test(name) || name.split('-').some((part) => emptyParts.test(part)));
  return bad.map((name) => `${path}: the name '${name}' says nothing`);
}

const declaredNames = /\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

function emptyIdentifiers(path: string, text: string): string[] {
  const declared = [...scan(text).code.matchAll(declaredNames)].map((match) => match[1] ?? '');
  const bad = declared.filter((name) => emptyAlone.test(name) || emptyEndings.test(name));
  return bad.map((name) => `${path}: the name '${name}' says nothing`);
}

/** Files and declared names that say nothing, one sentence each. */
export function emptyWords(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => [...emptyFileNames(path), ...emptyIdentifiers(path, text)]);
}

/** Where text for people may stand: labels of the farm, the catalogue of problems, screens, the example farm, the manifest, the exam's report. */
const spanishModules =
  /^src\/(?:domain\/|contract\/(?:problems|sentences)|app\/(?:ui|features|routes)\/|app\/manifest\.ts$|server\/seed\/|exam\/sentences\.ts$)/;
const spanishLetters = /[áéíóúñ¿¡]/i;
const spanishWords = /\b(?:el|la|los|las|de|del|que|en|una?|para|con|por|se|tu|tus|su|sus|este|esta|sin)\b/gi;

function isSpanishSentence(literal: string): boolean {
  if (literal.trim().split(/\s+/).length < 3) return false;
  return spanishLetters.test(literal) || (literal.match(spanishWords)?.length ?? 0) >= 2;
}

/** Spanish sentences in string literals outside the rooms of text for people: elsewhere a problem's code is decided on, not its words. */
export function straySpanish(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (spanishModules.test(path)) return [];
    return scan(text)
      .strings.filter(isSpanishSentence)
      .map((literal) => `${path}: '${literal}'`);
  });
}

/** Paths of one machine, and the tools or people that write: the project speaks of the product alone. */
const notTheProduct = [
  /(?<![\w.])\/(?:work|tmp|home|root)\//,
  /\b(?:chatgpt|gpt|claude|anthropic|openai|copilot|llms?)\b/i,
  /(?<!user[- ])\b(?:sub)?agents?\b/i,
  /\b(?:language model|pair programm)/i,
  /\bT[O]DO\b|\bFIX[M]E\b/,
];

const prose = (path: string, text: string): string =>
  /\.(?:ts|tsx|mjs)$/.test(path) ? scan(text).comments.join('\n') : text;

/** Words in comments and documents that are not about the product, one sentence each. */
export function strayWords(texts: Sources): string[] {
  return [...texts].flatMap(([path, text]) =>
    prose(path, text)
      .split('\n')
      .filter((line) => notTheProduct.some((pattern) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
}
