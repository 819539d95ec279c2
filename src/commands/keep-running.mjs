import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A signal to npm ends only its shell, and the server would go on. Only under npm: a background start outlives its shell. */
const whenParentEnds = (act) => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && act(), 500).unref();
};

/**
 * Runs a program until stopped, in its own process group. Passes stop signals on once a second at most: Ctrl-C and npm both repeat them, and a
 * second SIGINT would interrupt the shutdown. Returns `stop(signal)` and the promise `exitCode`.
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
    // The whole group: the compiler's wrapper, stopped alone, leaves it running.
    if (process.platform === 'win32') child.kill(signal);
    else if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  const looking = whenParentEnds(stop);
  // Restarts must not leak listeners.
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
