import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  type DeviceKey,
  newKeyPair,
  type OperationSeal,
  type Sealer,
  signRoot,
  textOf,
  treeOf,
  type WireOperation,
} from '../../src/contract/seal.ts';
import type { Tables } from '../../src/server/database/tables.ts';

/** A device of a test, whose key the server knows or not. */
export interface TestDevice {
  readonly key: DeviceKey;
  /** The operations of one package, each with what a batch carries of its signature. */
  readonly seal: <T extends WireOperation>(
    sealer: Sealer,
    operations: readonly T[],
  ) => Promise<(T & { readonly seal: OperationSeal })[]>;
}

export async function createTestDevice(): Promise<TestDevice> {
  const { key, privateKey } = await newKeyPair();
  return {
    key,
    seal: async (sealer, operations) => {
      const tree = await treeOf(operations.flatMap((operation) => [textOf(operation), randomUUID()]));
      const signature = await signRoot({ id: key.id, privateKey }, sealer, tree.root);
      return operations.map((operation, at) => ({
        ...operation,
        seal: { device_key: key.id, signature, proof: tree.proofOf(at * 2) },
      }));
    },
  };
}

/** A farm as its server keeps it. */
interface Known {
  readonly db: Kysely<Tables>;
  readonly organizationId: string;
}

/** Devices of people whose keys stand in the server's table, each made when it is first asked for. */
export function knownDevices(farm: () => Known): (author: string) => Promise<TestDevice> {
  const devices = new Map<string, TestDevice>();
  return async (author) => {
    const { db, organizationId } = farm();
    const name = `${organizationId} ${author}`;
    const known = devices.get(name);
    if (known) return known;
    const device = await createTestDevice();
    const { id, public_key } = device.key;
    const registered_at = '2026-01-01T00:00:00.000Z';
    const user = await db.selectFrom('users').select('id').where('id', '=', author).executeTakeFirst();
    const session = await db.selectFrom('sessions').select('id').where('lost_at', 'is', null).executeTakeFirstOrThrow();
    // Nobody's device is known to nobody.
    if (user)
      await db
        .insertInto('device_keys')
        .values({
          organization_id: organizationId,
          user_id: author,
          id,
          session_id: session.id,
          public_key,
          registered_at,
        })
        .execute();
    devices.set(name, device);
    return device;
  };
}

/** An operation of a package of its own, as its author's phone gave it to another. */
export async function sealedBy<T extends WireOperation>(
  devices: (author: string) => Promise<TestDevice>,
  sealer: Sealer,
  operation: T,
): Promise<T & { readonly seal?: OperationSeal }> {
  const [sealed] = await (await devices(sealer.author)).seal(sealer, [operation]);
  return sealed ?? operation;
}
