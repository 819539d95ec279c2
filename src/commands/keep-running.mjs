import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * A signal to npm ends its shell, which tells nobody: the server would go on. Only under npm, for a background start outlives its shell.
 */
const whenParentEnds = (act) => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && act(), 500).unref();
};

/**
 * Starts a program that runs until it is stopped, and passes stop signals on: in a group of its own and one a second at most, for Ctrl-C
 * and npm both repeat them and a second SIGINT would cut a closing server short. Gives `stop(signal)` and `exitCode`, a promise.
 */
export const keepRunning = (program, args, options = {}) => {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    ...options,
  });
  let lastPassedOn = -Infinity;
  const stop = (signal = 'SIGTERM') => {
    if (performance.now() - lastPassedOn < 1000) return;
    lastPassedOn = performance.now();
    // The whole group: the compiler's command is a wrapper that leaves the compiler running when it is stopped alone.
    if (process.platform === 'win32') child.kill(signal);
    else if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  const looking = whenParentEnds(stop);
  // A program that is started anew again and again must leave nothing behind here.
  const forget = () => {
    for (const signal of stopSignals) process.off(signal, stop);
    clearInterval(looking);
  };
  const exitCode = new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => {
      forget();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
  return { stop, exitCode };
};
