import { cycle } from '../../domain/things/cycle.ts';
import { callsOfThing } from './things.ts';

/** wire.md, the rest. Records of a cycle are under /api/movement/reproductive-cycle. */
export const cycleEndpoints = callsOfThing(cycle);
