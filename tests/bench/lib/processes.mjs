import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** What /proc says of a process: its parent and the milliseconds that it has computed; null when it is gone. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond };
  } catch {
    return null;
  }
}

const allProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Milliseconds that a process has computed; NaN on systems without /proc. */
export const cpuOf = (pid) => statOf(pid)?.cpuMs ?? Number.NaN;

/** Watches how much memory a process takes from now on; what it gives says the most since, in megabytes. */
export function peakOf(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** What a process and all that it has started have computed. */
export function cpuOfTree(pid) {
  const children = new Map();
  for (const other of allProcesses()) {
    const stat = statOf(other);
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), { pid: other, cpuMs: stat.cpuMs }]);
  }
  const sum = (of) => (children.get(of) ?? []).reduce((total, child) => total + child.cpuMs + sum(child.pid), 0);
  return cpuOf(pid) + sum(pid);
}

const restingMs = 250;
/** Of a processor, in that time: less is a clock's. */
const mostAtRestMs = 20;
const longestMs = 10_000;

/** Waits until a process and all that it has started compute next to nothing, or for ten seconds. */
export async function untilAtRest(pid) {
  let before = cpuOfTree(pid);
  for (let waited = 0; waited < longestMs; waited += restingMs) {
    await new Promise((resolve) => setTimeout(resolve, restingMs));
    const now = cpuOfTree(pid);
    if (now - before <= mostAtRestMs) return;
    before = now;
  }
}

/** The first process that was started with these words; null when there is none. */
export function processWith(words) {
  for (const pid of allProcesses()) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words)) return pid;
    } catch {
      // It ended while we looked.
      continue;
    }
  }
  return null;
}
