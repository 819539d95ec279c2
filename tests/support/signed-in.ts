import type { Membership, User } from '../../src/contract/endpoints/session.ts';
import { farms, goodWire, juan, leave, openBrowser, openPhone, pairAt, type Phone, startMs } from './phone-session.ts';
import type { Wire } from './phone-session.ts';

/** Somebody who is in, over a wire that answers `wire` where it knows, and well otherwise. */
export async function signedIn(
  wire: (...call: Parameters<Wire>) => Response | null,
  { person = juan, list = farms }: { readonly person?: User; readonly list?: readonly Membership[] } = {},
): Promise<Phone> {
  const pair = pairAt(startMs);
  const well = goodWire(pair, person, list);
  const browser = openBrowser();
  leave(browser, pair, person);
  const phone = openPhone((call) => wire(call) ?? well(call), { browser });
  await phone.session.start();
  phone.session.select(list[0]?.organization.id ?? '');
  phone.sent.length = 0;
  return phone;
}
