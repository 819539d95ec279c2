import { execFileSync } from 'node:child_process';
import { root } from './root.mjs';

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

/** The commit where this branch left main; on main itself the last one. Uncommitted changes count too. */
export const changedSince = () =>
  git('merge-base', 'main', 'HEAD') || git('merge-base', 'origin/main', 'HEAD') || 'HEAD';
