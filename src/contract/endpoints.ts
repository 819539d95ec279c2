import { accountEndpoints } from './endpoints/account.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { assetEndpoints, auditEndpoints } from './endpoints/assets.ts';
import { blobEndpoints } from './endpoints/blobs.ts';
import { farmEndpoints } from './endpoints/farm.ts';
import { kindEndpoints, movementEndpoints } from './endpoints/movements.ts';
import { officeEndpoints } from './endpoints/office.ts';
import { refusedEndpoints } from './endpoints/refused.ts';
import { syncEndpoints } from './endpoints/sync.ts';
import { plainCalls } from './endpoints/things.ts';
import { teamEndpoints } from './endpoints/team.ts';
import type { Endpoint } from './endpoint.ts';

/** All calls by name, except those of kinds. */
export const endpoints = {
  ...accountEndpoints,
  ...assetEndpoints,
  ...auditEndpoints,
  ...authEndpoints,
  ...blobEndpoints,
  ...farmEndpoints,
  ...movementEndpoints,
  ...officeEndpoints,
  ...refusedEndpoints,
  ...syncEndpoints,
  ...teamEndpoints,
} as const;

/** Every call of the API, with the kinds' own: what routes, checks and the reference page are derived from. */
export const allEndpoints: readonly { readonly name: string; readonly endpoint: Endpoint }[] = [
  ...Object.entries(endpoints).map(([name, row]) => ({ name, endpoint: row as Endpoint })),
  ...plainCalls.map(([name, call]) => ({ name, endpoint: call })),
  ...[...kindEndpoints].flatMap(([type, { create, edit }]) => [
    { name: `create.${type}`, endpoint: create },
    { name: `edit.${type}`, endpoint: edit },
  ]),
];
