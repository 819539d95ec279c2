import type { Plugin } from 'vite';

interface Program {
  readonly body: readonly object[];
}

export function definitionOf(code: string, program: Program): string;
export function plainScripts(buildLoader: () => Promise<string>): Plugin;
