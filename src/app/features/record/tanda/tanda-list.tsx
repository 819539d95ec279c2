import { X } from 'lucide-react';
import { Fragment, useId } from 'react';
import { bringsCalves, formatKilos, formatNumber, formatTime, weighs, weightFigures } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { Button, EmptyState, FigureList, IconButton, Notice, Row, RowList, Stack } from '#ui';
import { useToday } from '#platform';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { passesTo, PassOffer } from '../mothers.tsx';
import { shortages, shortWords } from '../short.ts';
import type { FarmThings } from '../start.ts';
import { calvesByMother, countsOf, motherWords, nameOf, placeOf, recordsOf, type Tanda, touchWords } from './tanda.ts';
import type { PadProps, TandaState } from './use-tanda.ts';

interface FiguresProps {
  readonly kind: RecordedKind;
  readonly tanda: Tanda;
  readonly things: FarmThings;
}

/** Heads, average, minimum and maximum by category. */
export const TandaFigures = ({ kind, tanda, things }: FiguresProps) => (
  <FigureList
    label="Resumen de la tanda"
    figures={[
      ...[...countsOf(tanda.touches)].flatMap(([category, count]) => {
        const name = nameOf(things, category);
        if (!weighs(kind)) return [{ label: name, value: formatNumber(count, 0) }];
        const kilos = tanda.touches.flatMap((touch) =>
          touch.category === category && touch.kg ? [{ kg: touch.kg }] : [],
        );
        const figures = weightFigures(kilos);
        if (!figures) return [];
        const range = `${formatNumber(figures.min, 1)} a ${formatKilos(figures.max)}`;
        return [
          { label: name, value: formatNumber(count, 0) },
          { label: 'Promedio', value: formatKilos(figures.average) },
          { label: 'Mínimo y máximo', value: range },
          ...(figures.variation === null
            ? []
            : [{ label: 'Variación (CV)', value: `${formatNumber(figures.variation * 100, 1)}%` }]),
        ];
      }),
      ...calvesByMother(tanda.touches).map(([mother, count]) => ({
        label: motherWords(things, mother),
        value: formatNumber(count, 0),
      })),
    ]}
  />
);

interface TandaListProps extends FiguresProps {
  readonly onRemove: (index: number) => void;
}

export const TandaList = ({ onRemove, ...props }: TandaListProps) => {
  const { tanda, things } = props;
  if (tanda.touches.length === 0) return <EmptyState>Todavía no anotaste ninguno.</EmptyState>;
  const rows = tanda.touches.map((touch, index) => ({ touch, index })).toReversed();
  return (
    <>
      <TandaFigures {...props} />
      <RowList label="Anotados">
        {rows.map(({ touch, index }) => (
          <li key={`${index} ${touch.at}`}>
            <Row
              title={`${index + 1}. ${touch.kg ? formatKilos(touch.kg) : nameOf(things, touch.category)}`}
              subtitle={[
                touch.kg && nameOf(things, touch.category),
                touch.mother && motherWords(things, touch.mother),
                touch.tag && `caravana ${touch.tag}`,
                touch.at && formatTime(touch.at),
              ]
                .filter(Boolean)
                .join(' · ')}
              actions={
                <IconButton
                  label={`Borrar el ${index + 1}: ${touchWords(touch, things)}`}
                  icon={<X />}
                  onClick={() => onRemove(index)}
                />
              }
            />
          </li>
        ))}
      </RowList>
    </>
  );
};

/** Births of heifers that may become cows; never in 'Sin lote'. */
export function passingIn(kind: RecordedKind, tanda: Tanda, things: FarmThings) {
  if (!bringsCalves(kind) || placeOf(kind, tanda, things).lot_id === null) return [];
  return recordsOf(kind, tanda, things).flatMap((values) => {
    const mother = values.mother_category;
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
      <TandaFigures {...{ kind, tanda, things }} />
      {passingIn(kind, tanda, things).map(({ mother, values }) => (
        <Fragment key={mother}>
          <PassOffer
            {...{ things, values }}
            set={(name, value) => answer(mother, name, value)}
            lot={placeOf(kind, tanda, things).lot_id}
            idOf={(name) => `${id}${mother}${name}`}
            errorOf={(path) => {
              const error = issues.find((issue) => issue.path === path)?.message;
              return error === undefined ? {} : { error };
            }}
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

/** Errors before the next animal: a touch not stored, or a failed save. */
export const TandaNotices = ({ state }: { readonly state: TandaState }) => {
  const message = state.message ?? state.issues[0]?.message ?? null;
  return (
    <>
      {state.isUnsaved ? (
        <Notice
          tone="danger"
          role="alert"
          action={
            <Button compact onClick={state.keepNow}>
              Reintentar
            </Button>
          }
        >
          {offlineSentences.notSaved}
        </Notice>
      ) : null}
      {message === null ? null : (
        <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
          {message}
        </Notice>
      )}
    </>
  );
};
