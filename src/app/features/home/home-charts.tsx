import { rain } from '#domain/movements/kinds/weather.ts';
import { ButtonTo, useCampos, useToday } from '#platform';
import { HerdChart } from '#farm/herd-chart.tsx';
import { RainChart } from '#farm/rain-chart.tsx';
import { Button, Card, EmptyState, Skeleton } from '#ui';
import styles from './home.module.css';

/** Rain and herd by month, for owners (ux.md §4.8). */
export const HomeCharts = ({ onRecord }: { readonly onRecord: (type: string) => void }) => {
  const campos = useCampos();
  const year = useToday().slice(0, 4);
  const noRain = (
    <EmptyState action={<Button onClick={() => onRecord(rain.type)}>Registrar lluvia</Button>}>
      Sin lluvias cargadas en {year}.
    </EmptyState>
  );
  return (
    <div className={styles.charts}>
      <Card>
        {campos ? (
          <RainChart campos={campos} empty={noRain}>
            <ButtonTo to="/campos" variant="quiet" compact>
              Por campo
            </ButtonTo>
          </RainChart>
        ) : (
          <Skeleton rows={3} />
        )}
      </Card>
      <HerdChart />
    </div>
  );
};
