import { firstPath } from './0001-first-path.ts';
import { accounts } from './0002-accounts.ts';
import { supplies } from './0003-supplies.ts';
import { office } from './0004-office.ts';
import { refused } from './0005-refused.ts';
import { blobs } from './0006-blobs.ts';
import { appVersion } from './0007-app-version.ts';
import { lotWater } from './0008-lot-water.ts';
import { assetPhoto } from './0009-asset-photo.ts';
import { lives } from './0010-lives.ts';
import { keptAnswers } from './0011-kept-answers.ts';
import { refusedBySender } from './0012-refused-by-sender.ts';
import { limitWindows } from './0013-limit-windows.ts';
import { deviceKeys, knownDevices, outboxes } from './0014-devices.ts';
import { countsOfLot } from './0016-counts.ts';

type Step = typeof firstPath;

/** The steps in order; a database remembers how many it has taken. A released step never changes: add another. */
export const steps: readonly Step[] = [
  firstPath,
  accounts,
  supplies,
  office,
  refused,
  blobs,
  appVersion,
  lotWater,
  assetPhoto,
  lives,
  keptAnswers,
  refusedBySender,
  limitWindows,
  deviceKeys,
  knownDevices,
  countsOfLot,
  outboxes,
];
