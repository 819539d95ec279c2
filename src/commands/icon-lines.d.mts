import type { Plugin } from 'vite';

type Shape = readonly [name: string, attributes: Readonly<Record<string, string>>];

export function lineOf(icon: readonly Shape[]): string;
export function iconLines(createIcon: string): Plugin;
