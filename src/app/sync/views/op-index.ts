import { listsBy } from '#domain/rows.ts';
import type { Op } from '#store/op.ts';
import { keeping } from './keeping.ts';

const none: readonly Op[] = [];

/** The ops of an outbox under a key, in order: looked up, where each waiting record would walk all the others. */
const opsBy = (keysOf: (op: Op) => readonly string[]) =>
  keeping((ops: readonly Op[]): ((key: string) => readonly Op[]) => {
    const lists = listsBy(ops, keysOf);
    return (key) => lists.get(key) ?? none;
  });

/** About a thing, by its id. */
export const opsAbout = opsBy((op) => [op.entityId]);

/** Naming an op, by its key, as one that must go first. */
export const opsNaming = opsBy((op) => op.deps);
