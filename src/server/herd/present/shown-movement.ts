import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { storedMovements } from './just-made.ts';
import { presentMovements, visibilityOf } from './present-movement.ts';

/** A movement as its caller may see it; refuses NOT_FOUND. */
export async function shown(
  call: Call,
  commit: Pick<Commit, 'trx' | 'organizationId'>,
  id: string,
  mostHistory?: number,
): Promise<Answer> {
  const [row] = await storedMovements(commit.trx, [id]);
  if (row?.organization_id !== commit.organizationId) return refuse('NOT_FOUND');
  const visibility = await visibilityOf(commit.trx, commit.organizationId, call.role);
  const [movement] = await presentMovements(commit.trx, [row], visibility, mostHistory);
  return { movement };
}
