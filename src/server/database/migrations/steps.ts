import { lives } from './0010-lives.ts';
import { keptAnswers } from './0011-kept-answers.ts';
import { refusedBySender } from './0012-refused-by-sender.ts';
import { limitWindows } from './0013-limit-windows.ts';
import { deviceKeys, knownDevices, outboxes } from './0014-devices.ts';
import { countsOfLot } from './0016-counts.ts';
import { things } from './0018-things.ts';
import { logins } from './0019-logins.ts';
import { historySegments } from './0020-history-segments.ts';
import { changesByRow } from './0021-changes-by-row.ts';
import { shortAnswers } from './0022-short-answers.ts';
import { packedAnswers } from './0023-packed-answers.ts';
import { firstSteps } from './first-steps.ts';

type Step = (typeof firstSteps)[number];

/** The steps in order; a database stores how many it has run. A released step never changes: add another. */
export const steps: readonly Step[] = [
  ...firstSteps,
  lives,
  keptAnswers,
  refusedBySender,
  limitWindows,
  deviceKeys,
  knownDevices,
  countsOfLot,
  outboxes,
  things,
  logins,
  historySegments,
  changesByRow,
  shortAnswers,
  packedAnswers,
];
