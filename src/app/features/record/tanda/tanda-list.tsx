import { X } from 'lucide-react';
import { formatKilos, formatNumber, formatTime, weighs, weightFigures } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { EmptyState, FigureList, IconButton, Row, RowList } from '#ui';
import type { FarmThings } from '../start.ts';
import type { Tanda } from './tanda.ts';
import { calvesByMother, countsOf } from './tanda.ts';
import { motherWords, nameOf, touchWords } from './words.ts';

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
          touch.category === category && touch.kg !== undefined ? [{ kg: touch.kg }] : [],
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

/** All touches, newest first, each removable. */
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
              title={`${index + 1}. ${touch.kg === undefined ? nameOf(things, touch.category) : formatKilos(touch.kg)}`}
              subtitle={[
                touch.kg === undefined ? null : nameOf(things, touch.category),
                touch.mother && motherWords(things, touch.mother),
                touch.tag && `caravana ${touch.tag}`,
                touch.at && formatTime(touch.at),
              ]
                .filter(Boolean)
                .join(' · ')}
              actions={
                <IconButton
                  label={`Borrar el ${index + 1}: ${touchWords(touch, things)}`}
                  icon={<X size={24} aria-hidden />}
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
