import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { flags, settleMs } from './browser.mjs';
import { work } from './places.mjs';
import { cpuOfTree, untilAtRest } from './processes.mjs';

const lookMs = 300;
const longestMs = 120_000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The address that a browser listens on, out of what it says at its start. */
const listening = (child) =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
      const found = /DevTools listening on ws:\/\/([\d.]+:\d+)/.exec(said);
      if (found) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${said.slice(-500)}`)));
  });

/** Calls to one page over the browser's own protocol. */
async function callsTo(host) {
  const pages = await (await fetch(`http://${host}/json/list`)).json();
  const socket = new WebSocket(pages.find(({ type }) => type === 'page').webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map();
  let last = 0;
  socket.on('message', (text) => {
    const { id, result, error } = JSON.parse(text);
    const told = waiting.get(id);
    waiting.delete(id);
    if (error) told?.reject(new Error(error.message));
    else told?.resolve(result);
  });
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

/** A function as a text that runs it in a page. */
const runs = (told) => `(${told.toString()})()`;

/** Nobody listens there: not the servers of this machine either are reached. */
const offline = ['--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>'];

/**
 * Opens an address in a browser of its own, and gives what the page says (`answer`, a function that runs there, as `script` does first) once it says anything: over a line (as
 * Chromium emulates one), or without signal; on a copy of a profile, or on a new one. No testing tool has a script in the page or hears of its
 * requests: on a slow processor those weigh as much as a page.
 */
export async function openPlainly({ program, throttle }, visit) {
  const { profile = null, line = null, size = '1280,720', address, script = null, answer } = visit;
  const folder = await mkdtemp(join(work, 'plain-'));
  if (profile) await cp(profile, folder, { recursive: true });
  const own = ['--headless', `--window-size=${size}`, '--lang=es-AR', '--remote-debugging-port=0'];
  const args = [...own, ...flags, ...(line ? [] : offline), `--user-data-dir=${folder}`, 'about:blank'];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'America/Argentina/Buenos_Aires' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const call = await callsTo(await listening(child));
    // What a browser does at its start is not measured.
    await wait(settleMs);
    await untilAtRest(child.pid);
    if (line) {
      await call('Network.enable');
      await call('Network.emulateNetworkConditions', { offline: false, ...line });
    }
    if (throttle > 1) await call('Emulation.setCPUThrottlingRate', { rate: throttle });
    await call('Page.enable');
    if (script) await call('Page.addScriptToEvaluateOnNewDocument', { source: runs(script) });
    const before = cpuOfTree(child.pid);
    await call('Page.navigate', { url: address });
    for (let waited = 0; waited < longestMs; waited += lookMs) {
      await wait(lookMs);
      const { result } = await call('Runtime.evaluate', { expression: runs(answer), returnByValue: true });
      if (result.value) return { ...result.value, cpu: cpuOfTree(child.pid) - before };
    }
    throw new Error(`${address} said nothing in ${longestMs} ms`);
  } finally {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
