import type { Plugin } from 'vite';

interface Program {
  readonly body: readonly object[];
}

export function definitionOf(code: string, program: Program): string;
export function withoutSheet(code: string, sheet: string): string;
export function plainScripts(buildLoader: () => Promise<string>): Plugin;
