import { execFileSync } from 'node:child_process';
import { root } from './root.mjs';

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

/** The commit where this work left main; on main itself the last one. What is not committed yet counts as changed, too. */
export const changedSince = () =>
  git('merge-base', 'main', 'HEAD') || git('merge-base', 'origin/main', 'HEAD') || 'HEAD';
