import { fillPath } from '../../contract/endpoint.ts';
import { refusedEndpoints } from '../../contract/endpoints/refused.ts';
import type { FarmNet } from './ports.ts';

/** Takes a refused record that its author has thrown away off the office's list. Without an answer it stays there, to be decided on. */
export async function letGo(net: FarmNet, organizationId: string, opId: string): Promise<void> {
  const { method, path } = refusedEndpoints.discardRefused;
  await net.call({ method, path: fillPath(path, { org: organizationId, id: opId }) });
}
