import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

/**
 * What makes a run different from the last one. `src/domain` and `src/app/sync` are given time, chance and network as values or
 * ports: the simulation replays thousands of days with clocks and losses of its own, and one real clock in them makes a failing
 * seed impossible to repeat.
 */
const outsideWorld = [
  /\bDate\s*\.\s*now\b/,
  /\bnew\s+Date\s*(?:\(\s*\)|[;,)\]])/,
  /(?<!new\s)\bDate\s*\(\s*\)/,
  /\bperformance\s*\.\s*now\b/,
  /\bMath\s*\.\s*random\b/,
  /\bcrypto\s*\.\s*(?:randomUUID|getRandomValues)\b/,
  /(?<![.\w])(?:fetch|setTimeout|setInterval|queueMicrotask|requestAnimationFrame)\s*\(/,
  /\b(?:window|document|navigator|localStorage|indexedDB|globalThis)\s*[.[]/,
];

const replayed = /^src\/(?:domain|contract|app\/sync)\//;

/** Where a room that is replayed reaches for the outside world, one sentence each. */
export function reachesOutside(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!replayed.test(path)) return [];
    const lines = scan(text).code.split('\n');
    const bad = lines.filter((line) => outsideWorld.some((pattern) => pattern.test(line)));
    return bad.map((line) => `${path}: ${line.trim()}`);
  });
}
