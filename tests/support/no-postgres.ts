import type { TestProject } from 'vitest/node';

/** Vitest's hook around the run on the embedded database. */
export const setup = (project: TestProject): void => project.provide('postgresUrl', '');
