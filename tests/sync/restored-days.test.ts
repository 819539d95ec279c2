import { describe, expect, test } from 'vitest';
import { reportedOf } from '../support/sim/days.ts';
import { liveBlock } from '../support/sim/blocks.ts';

/** Days that once lost a record, or hid one, after a copy was put back: each found something that the phones did not tell the server. */
const days = [
  [18, 'pages of the whole that showed commits which the copy does not hold'],
  [46, 'an answer that the feed had not brought yet'],
  [153, 'a server that went back twice within one load'],
  [268, 'an answer during the first load'],
  [1377, 'an answer of the copy, to rows of the history before it'],
] as const;

describe('A copy that is put back', () => {
  test.each(days)(
    'loses nothing on day %i: %s',
    async (seed) => {
      const report = await liveBlock([seed]);
      expect(reportedOf(report)).toEqual([]);
    },
    60_000,
  );
});
