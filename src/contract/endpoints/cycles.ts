import { cycle } from '../../domain/things/cycle.ts';
import { callsOfThing } from './things.ts';

/** Reproductive cycles (wire.md, the rest). Their records are read under /api/movement/reproductive-cycle. */
export const cycleEndpoints = callsOfThing(cycle);
