import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const sim = join(import.meta.dirname, '../../src/commands/sim.mjs');

// Its bundle lies elsewhere than the files it is made of.
test('the simulation runs as a command, and its days end well', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [sim, '--schedules', '2', '--from', '3']);
  expect(stdout).toMatch(/Seeds 3 to 4: 2 days, [1-9]\d* records and changes, [1-9]\d* steps/);
  expect(stdout).toContain('0 violations of I1 to I10.');
}, 180_000);
