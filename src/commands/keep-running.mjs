import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { watch } from 'node:fs';
import { root } from './run.mjs';

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

/** Debounce: the compiler writes many files. */
const quietMs = 200;

/**
 * Runs a program, restarted when files under `folder` change. One that ends by itself stays ended: `exitCode` is a promise of its code. `stop()`
 * ends it for good.
 */
export const keepRestarting = (program, args, folder, options = {}) => {
  let running = null;
  let waiting;
  let isOver = false;
  let end;
  const exitCode = new Promise((resolve) => (end = resolve));
  const start = () => {
    const mine = keepRunning(program, args, options);
    running = mine;
    void mine.exitCode.then((code) => {
      if (running !== mine) return;
      isOver = true;
      watcher.close();
      clearTimeout(waiting);
      end(code);
    });
  };
  const restart = async () => {
    if (isOver) return;
    const last = running;
    running = null;
    last?.stop();
    await last?.exitCode;
    // If it changed again meanwhile, that change starts it.
    if (!isOver && running === null) start();
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void restart(), quietMs);
  });
  start();
  return {
    exitCode,
    stop: (signal) => {
      isOver = true;
      watcher.close();
      clearTimeout(waiting);
      running?.stop(signal);
    },
  };
};
