import { randomUUID } from 'node:crypto';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import type { FieldFarm } from './field-farm.ts';
import type { PersonName } from './server.ts';

/** An edit, a second after what came before it; under a key of its own where none is said. */
export function laterEdit(
  farm: FieldFarm,
  who: PersonName,
  path: string,
  body: object,
  key: string = randomUUID(),
): Promise<CoreResponse> {
  farm.clock.now += 1000;
  return farm.as(who, 'PUT', path, body, { 'idempotency-key': key });
}
