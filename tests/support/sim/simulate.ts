import { createHash } from 'node:crypto';
import type { FarmStore, Pace } from '../../../src/app/store/store.ts';
import { openFarmStore } from '../../../src/app/store/farm-store.ts';
import { openMortalDisk } from '../mortal-disk.ts';
import { type Acknowledged, checkRest, checkStep, forgetShown, Violation, type Watched } from './invariants.ts';
import type { Mutation } from './bugs.ts';
import { Device, type Tab } from './device.ts';
import { badDay, heal } from './faults.ts';
import type { Ground } from './core-farm.ts';
import type { SimFarm } from './sim-farm.ts';
import { personActs } from './person.ts';
import { World } from './world.ts';

export interface Day {
  readonly seed: number;
  readonly bug?: Mutation;
  readonly ground: Ground;
  readonly openStore?: (device: number) => FarmStore;
  /** What people do in it, in all. */
  readonly acts?: number;
  /** How many steps lie between two looks at the screens. */
  readonly lookEvery?: number;
}

export interface DayReport {
  readonly steps: number;
  readonly acts: number;
  readonly crashes: number;
  readonly restores: number;
  /** Databases that browsers threw away. */
  readonly thrownAway: number;
  /** The same for the same seed, on every machine: only then does a replay show what went wrong. */
  readonly hash: string;
}

const devicesInPlay = 3;
/** How each phone applies what it fetches: as one that nobody uses at most times, a movement at a time, or what is new by blocks. */
function openPaces(): readonly Pace[] {
  let looks = 0;
  return [{ isCalm: () => (looks += 1) % 3 !== 0 }, { atOnce: 1 }, { atOnce: 1, fewestInBlocks: 1 }];
}
const tabsEach = 2;
const mostSteps = 20_000;

/** One day of a farm with bad links, out of a seed: acts, faults and crashes, then everything heals and is compared. */
export async function simulate(day: Day): Promise<DayReport> {
  const world = new World(day.seed);
  const server = await day.ground.openFarm({ seed: day.seed, bug: day.bug ?? null, now: () => world.now });
  try {
    const report = await live(day, server, world);
    if (server.unforeseen.length > 0) throw new Violation(`the server: ${server.unforeseen.map(String).join()}`);
    return report;
  } finally {
    await server.close();
  }
}

async function live(
  { seed, bug, openStore, acts: actsInPlay = 12, lookEvery = 10 }: Omit<Day, 'ground'>,
  server: SimFarm,
  world: World,
): Promise<DayReport> {
  const faults = badDay(seed);
  const disks = Array.from({ length: devicesInPlay }, () => openMortalDisk());
  for (const { deafen, stopStamps, believeRemovals } of disks) {
    if (bug === 'no-journal') deafen();
    if (bug === 'same-stamp') stopStamps();
    if (bug === 'believed-removals') believeRemovals();
  }
  if (openStore || (bug && bug !== 'no-journal')) faults.thrownAway = 0;
  if (openStore) faults.killedWriting = 0;
  const paces = openPaces();
  const devices = server.people.slice(0, devicesInPlay).map((userId, index) => {
    const store = openStore?.(index) ?? openFarmStore(disks[index] ?? openMortalDisk(), undefined, 0, paces[index]);
    const device = new Device({ world, server, faults, bug: bug ?? null, userId, deviceId: `device-${index}`, store });
    for (let tab = 0; tab < tabsEach; tab += 1) device.openTab();
    return device;
  });
  const watched = devices.map(({ parts }): Watched => ({
    store: parts.store,
    farm: server,
    saved: [],
    deleted: new Set(),
    cursor: -1,
    epoch: null,
    confirmed: new Set(),
    known: new Map(),
  }));
  const looked = new Map<number, string>();
  const look = async (): Promise<void> => {
    for (const [index, device] of watched.entries()) {
      const now = `${devices[index]?.writes} ${device.saved.length} ${device.deleted.size}`;
      if (looked.get(index) === now) continue;
      looked.set(index, now);
      await checkStep(device);
    }
  };
  const counts = { acts: 0, crashes: 0, restores: 0, thrownAway: 0, started: 0 };

  const act = (): void => {
    const index = Math.floor(world.random() * devices.length);
    const device = devices[index];
    const tab = device && world.pick(device.tabs);
    const memory = watched[index];
    if (!tab || !memory) return;
    counts.started += 1;
    const done = (acknowledged: Acknowledged | null): void => {
      if (acknowledged) settleMemory(memory, acknowledged, counts);
      // The phone said no (no category before the first load, nothing to edit yet): the person tries something else.
      else counts.started -= 1;
    };
    world.enqueue(tab, async () => {
      // The act goes on by itself: a tab that dies in its middle never says 'saved'.
      personActs(world, tab, memory, server.ids).then(done, (error: unknown) => {
        throw error;
      });
    });
  };

  const crash = (): void => {
    const device = world.pick(devices);
    const tab = device && world.pick(device.tabs);
    if (!device || !tab) return;
    counts.crashes += 1;
    device.crash(tab);
    device.openTab();
  };

  const killWriting = (): void => {
    const index = Math.floor(world.random() * devices.length);
    const [device, disk] = [devices[index], disks[index]];
    disk?.dieWriting(() => {
      counts.crashes += 1;
      const tabs = device?.tabs ?? [];
      for (const tab of tabs) device?.crash(tab);
      disk.restart();
      for (let tab = 0; tab < tabs.length; tab += 1) device?.openTab();
    });
  };

  const throwAway = async (): Promise<void> => {
    const index = Math.floor(world.random() * devices.length);
    const [device, memory, disk] = [devices[index], watched[index], disks[index]];
    if (!device || !memory || !disk) return;
    counts.thrownAway += 1;
    await forgetShown(memory);
    device.writes += 1;
    if (world.happens(0.5) && bug !== 'no-journal') {
      disk.loseUnderThePage();
      return;
    }
    const { tabs } = device;
    for (const tab of tabs) device.crash(tab);
    disk.throwAway();
    for (let tab = 0; tab < tabs.length; tab += 1) device.openTab();
  };

  let restore: (() => Promise<void>) | null = null;
  const backUp = async (): Promise<void> => {
    if (!world.happens(faults.restore)) return;
    if (restore) counts.restores += 1;
    await restore?.();
    // An operator may put the same copy back once more.
    if (restore === null || world.happens(0.5)) restore = restore ? null : await server.backup();
  };

  const until = world.now + 10 * 60_000;
  for (let step = 0; step < mostSteps; step += 1) {
    if (counts.started < actsInPlay && world.happens(0.02)) act();
    if (world.happens(faults.tabCrash)) crash();
    if (faults.killedWriting > 0 && world.happens(faults.killedWriting)) killWriting();
    await backUp();
    if (faults.thrownAway > 0 && world.happens(faults.thrownAway)) await throwAway();
    if (!(await world.step(until))) {
      if (counts.started >= actsInPlay) break;
      act();
    }
    if (step % lookEvery === 0) await look();
    if (counts.started >= actsInPlay && world.now >= until) break;
  }
  await healed(world, devices);
  await look();
  await checkRest(server, watched);
  for (const { store } of watched) store.close();
  const { applied, cells } = await server.truth();
  const hash = createHash('sha256')
    .update(JSON.stringify([world.steps, world.now, applied, cells]))
    .digest('hex');
  const { acts, crashes, restores, thrownAway } = counts;
  return { steps: world.steps, acts, crashes, restores, thrownAway, hash };

  async function healed(here: World, all: readonly Device[]): Promise<void> {
    heal(faults);
    for (const device of all) device.heal();
    for (const tab of all.flatMap((device): Tab[] => device.tabs)) tab.hint('online');
    const begun = here.now;
    // Of a farm that is put back again and again a server believes it after ten minutes.
    const rest = (): number => begun + (all.some((device) => device.isMadeToWait) ? 12 : 1) * 60_000;
    for (let step = 0; step < mostSteps; step += 1) {
      if (!(await here.step(rest()))) break;
      if (step % lookEvery === 0) await look();
    }
    // A look at the app: what a lost live message did not say is fetched when somebody comes back to it.
    for (const tab of all.flatMap((device): Tab[] => device.tabs)) tab.hint('visible');
    for (let step = 0; step < mostSteps; step += 1) if (!(await here.step(here.now + 1_000))) break;
  }
}

/** An act that took back or changed an unsent one stands for it: only what is still promised is looked for. */
function settleMemory({ saved, deleted }: Watched, fresh: Acknowledged, counts: { acts: number }): void {
  counts.acts += 1;
  // Two tabs at once: an edit that is told after the deletion of its thing went with it.
  if (fresh.act === 'edit' && deleted.has(fresh.entityId)) return;
  const isRemoval = fresh.act === 'delete' && saved.some((act) => act.act === 'create' && act.opId === fresh.opId);
  if (isRemoval) {
    const left = saved.filter((act) => act.entityId !== fresh.entityId);
    saved.splice(0, saved.length, ...left);
    return;
  }
  // A deletion takes unsent edits of the same thing with it: they are not promised any more.
  if (fresh.act === 'delete') {
    const left = saved.filter((act) => !(act.act === 'edit' && act.entityId === fresh.entityId));
    saved.splice(0, saved.length, ...left);
  }
  if (!saved.some((act) => act.opId === fresh.opId)) saved.push(fresh);
}
