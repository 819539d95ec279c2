import { watch } from 'node:fs';
import { keepRunning } from './keep-running.mjs';

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
