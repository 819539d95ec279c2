import { counted, formatDay, formatGain, formatKilos, joined } from '#domain';
import type { HeadKilos } from '#domain/farm/weight-gain.ts';
import { Badge, Card, Row, RowList } from '#ui';
import type { CategoryKilos } from './rodeo-whole.ts';

const title = 'Kilos por cabeza';

/** Kilos per head by category today, and their source (figures.md §2). */
export const RodeoKilos = ({ kilos }: { readonly kilos: readonly CategoryKilos[] }) =>
  kilos.length === 0 ? null : (
    <Card title={title} flush>
      <RowList label={title}>
        {kilos.map(({ category, kilos: found }, index) => (
          <li key={category?.id ?? `gone ${index}`}>
            <Row
              title={category?.name ?? 'Categoría eliminada'}
              subtitle={found ? takenFrom(found) : 'Sin pesadas'}
              right={
                found ? (
                  <>
                    <strong>{formatKilos(found.kg)}</strong>
                    <Badge>{marks[found.mark]}</Badge>
                  </>
                ) : (
                  '—'
                )
              }
            />
          </li>
        ))}
      </RowList>
    </Card>
  );

const marks = { medido: 'Medido', estimado: 'Estimado' } as const;

const takenFrom = ({ weighed_on, gained, group_changed }: HeadKilos): string =>
  joined(
    `Del ${formatDay(weighed_on)}`,
    gained && `más ${counted(gained.days, 'día')} a ${formatGain(gained.daily_gain)}`,
    group_changed ? 'Grupo cambió' : null,
  );
