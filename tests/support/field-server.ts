import { expect, onTestFinished } from 'vitest';
import type { ProblemCode } from '../../src/contract/problems.ts';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { Cell } from '../../src/domain/movements/ledger.ts';
import { fieldPlot } from './field-plot.ts';
import { refusing } from './refusing.ts';
import { type Ground, openGround } from './sim/core-farm.ts';

/** A call as a phone makes it. */
export type FieldCall = Omit<Request, 'token'>;

type Row = Readonly<Record<string, unknown>>;

/** What a phone is connected to. */
export interface FieldPort {
  readonly organizationId: string;
  readonly listeners: Set<(message: unknown) => void>;
  readonly call: (request: FieldCall, userId: string) => Promise<Reply>;
}

/** The server as it ships, without sockets: its core on its own file, with the farm of `farmRows`. */
export interface FieldServer extends FieldPort {
  /** Every call that arrived. */
  readonly calls: readonly FieldCall[];
  /** Refusals that a test asks for, by a part of the path: each stands before the core once. */
  readonly refuseNext: { readonly path: string; readonly code: ProblemCode }[];
  /** Keys in the order in which their effects were applied; one whose effect came twice stands there twice. */
  readonly applied: () => Promise<readonly string[]>;
  /** Movements that were recorded since the farm was made. */
  readonly movements: () => Promise<readonly Row[]>;
  readonly lots: () => Promise<readonly Row[]>;
  readonly cells: () => Promise<readonly Cell[]>;
  /** The farm's last commit. */
  readonly seq: () => Promise<number>;
  /** Takes a copy of the server's file; what it gives puts that copy back. */
  readonly backup: () => Promise<() => Promise<void>>;
  /** Leaves the server when all is well with it. */
  readonly close: () => Promise<void>;
}

interface Right {
  readonly right: () => number;
}

let ground: Promise<Ground> | null = null;

/** A server of a test's own. The farm was made once in this process; each server has a copy of its file. */
export async function startFieldServer({ right }: Right): Promise<FieldServer> {
  ground ??= openGround(fieldPlot());
  const farm = await (await ground).openFarm({ seed: 0, bug: null, now: right });
  const calls: FieldCall[] = [];
  const refuseNext: FieldServer['refuseNext'] = [];
  const call = refusing(refuseNext, farm.call);
  return {
    organizationId: farm.organizationId,
    listeners: farm.listeners,
    calls,
    refuseNext,
    call: (request, userId) => {
      calls.push(request);
      return call(structuredClone(request), userId);
    },
    applied: async () => (await farm.truth()).applied,
    movements: async () => (await farm.truth()).movements.filter(({ id }) => !farm.before.has(String(id))),
    lots: async () => (await farm.truth()).lots,
    cells: async () => (await farm.truth()).cells,
    seq: async () => (await farm.truth()).seq,
    backup: farm.backup,
    close: async () => {
      expect([farm.unforeseen, await farm.examine()]).toEqual([[], []]);
      await farm.close();
    },
  };
}

/** The same for one test, after which the doctor visits it and it goes. */
export async function openFieldServer(clock: Right): Promise<FieldServer> {
  const server = await startFieldServer(clock);
  onTestFinished(server.close);
  return server;
}
