import type { Measured } from './stats.mjs';

export function judgeOf(workload: string): { readonly floor: string; readonly column: string };
export function report(rows: readonly Measured[]): string;
