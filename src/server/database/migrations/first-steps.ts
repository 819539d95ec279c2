import { firstPath } from './0001-first-path.ts';
import { accounts } from './0002-accounts.ts';
import { supplies } from './0003-supplies.ts';
import { office } from './0004-office.ts';
import { refused } from './0005-refused.ts';
import { blobs } from './0006-blobs.ts';
import { appVersion } from './0007-app-version.ts';
import { lotWater } from './0008-lot-water.ts';
import { assetPhoto } from './0009-asset-photo.ts';

/** The first releases' steps, apart only because they are so many. */
export const firstSteps = [
  firstPath,
  accounts,
  supplies,
  office,
  refused,
  blobs,
  appVersion,
  lotWater,
  assetPhoto,
] as const;
