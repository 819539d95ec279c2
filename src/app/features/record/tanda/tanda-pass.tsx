import { Fragment, useId } from 'react';
import { bringsCalves } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useToday } from '#platform';
import { Notice, Stack } from '#ui';
import { passesTo } from '../mothers.ts';
import { PassOffer } from '../pass-offer.tsx';
import type { FarmThings } from '../start.ts';
import type { Values } from '../values.ts';
import { shortages, shortWords } from '../short.ts';
import { placeOf, recordsOf, type Tanda } from './tanda.ts';
import { TandaFigures } from './tanda-list.tsx';
import { TandaNotices } from './tanda-notices.tsx';
import type { PadProps } from './use-tanda.ts';

interface Passing {
  readonly mother: string;
  readonly values: Values;
}

/** Births of heifers that may become cows; never in 'Sin lote'. */
export function passingIn(kind: RecordedKind, tanda: Tanda, things: FarmThings): readonly Passing[] {
  if (!bringsCalves(kind) || placeOf(kind, tanda, things)['lot_id'] === null) return [];
  return recordsOf(kind, tanda, things).flatMap((values) => {
    const mother = values['mother_category'];
    return typeof mother === 'string' && passesTo(things, mother) ? [{ mother, values }] : [];
  });
}

/** Before saving births of heifers: 'Pasar 3 vaquillonas a Vaca' (domain.md §3.1). */
export const TandaPass = ({ kind, things, state }: PadProps) => {
  const today = useToday();
  const id = useId();
  const { tanda, issues, answer } = state;
  return (
    <Stack>
      <TandaNotices state={state} />
      <TandaFigures kind={kind} tanda={tanda} things={things} />
      {passingIn(kind, tanda, things).map(({ mother, values }) => (
        <Fragment key={mother}>
          <PassOffer
            things={things}
            values={values}
            set={(name, value) => answer(mother, name, value)}
            lot={placeOf(kind, tanda, things)['lot_id']}
            idOf={(name) => `${id}${mother}${name}`}
            errorOf={(name) => issues.find((issue) => issue.path === name)?.message}
          />
          {shortages(kind, values, things, today)
            .map((short) => shortWords(short, things))
            .map((sentence) => (
              <Notice key={sentence} tone="warn" role="status">
                {sentence}
              </Notice>
            ))}
        </Fragment>
      ))}
    </Stack>
  );
};
