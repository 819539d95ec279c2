import { byId } from '#domain/rows.ts';
import * as seal from '#contract/seal.ts';
import type { RecordsPackage } from '#contract/records-package.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { addressOf } from '../outbox/send.ts';
import type { SealStanding } from './handover.ts';
import type { Signer } from '../ports.ts';

type Packed = Omit<RecordsPackage, 'seal' | 'blobs'>;

/** An operation as the server gets it, and apart what only phones read, so that the server can do without that. */
const textsOf = (operation: RecordsPackage['operations'][number]): string[] => {
  const { op_id: key, method, act, path, body, recorded_at: recordedAt, ...rest } = operation;
  const wire = seal.textOf({ key, method, path: addressOf({ act, path, recordedAt }), body });
  return [wire, seal.canonical(['shown', act, recordedAt, rest])];
};

const treeOf = ({ operations }: Packed): Promise<seal.SealTree> => seal.treeOf(operations.flatMap(textsOf));

const sealerOf = ({ organization_id: organizationId, author }: Packed): seal.Sealer => ({
  organizationId,
  author: author.id,
});

/** One signature over a whole package. */
export async function sealOf(
  { key, privateKey }: Signer,
  packed: Packed,
): Promise<NonNullable<RecordsPackage['seal']>> {
  const { root } = await treeOf(packed);
  return { device_key: key.id, signature: await seal.signRoot({ id: key.id, privateKey }, sealerOf(packed), root) };
}

/** The keys of a member's devices, from the sync; invalid ones are skipped. */
export function keysOf(members: readonly Member[], userId: string): readonly seal.DeviceKey[] {
  const member = members.find(({ id, state }) => id === userId && state !== 'quitado');
  const keys: unknown = member?.device_keys;
  return (Array.isArray(keys) ? (keys as readonly unknown[]) : []).flatMap((key) => {
    const read = seal.deviceKeySchema.safeParse(key);
    return read.success ? [read.data] : [];
  });
}

/** The verdict on a package, and per operation key the proof for the server. */
interface Judged {
  readonly standing: SealStanding;
  readonly seals: ReadonlyMap<string, seal.OperationSeal>;
}

/** Whether a member's device signed a package. If this phone does not know the key, the server judges. */
export async function judged(packed: RecordsPackage, members: readonly Member[]): Promise<Judged> {
  const { seal: signed } = packed;
  if (!signed) return { standing: 'unsigned', seals: new Map() };
  const tree = await treeOf(packed);
  const known = byId(keysOf(members, packed.author.id), signed.device_key);
  const { signature, device_key } = signed;
  if (known && !(await seal.rootHolds(known, { sealer: sealerOf(packed), root: tree.root, signature })))
    return { standing: 'broken', seals: new Map() };
  const seals = packed.operations.map(
    ({ op_id }, at) => [op_id, { device_key, signature, proof: tree.proofOf(at * 2) }] as const,
  );
  return { standing: known ? 'verified' : 'unknown', seals: new Map(seals) };
}
