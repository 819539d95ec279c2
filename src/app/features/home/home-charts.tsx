import { rain } from '../../../domain/movements/kinds/weather.ts';
import { useLive } from '../../platform/farm-context.tsx';
import { HerdChart } from '../../farm/herd-chart.tsx';
import { ButtonTo } from '../../platform/links.tsx';
import { RainChart } from '../../farm/rain-chart.tsx';
import { useToday } from '../../platform/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './home.module.css';

/** What an owner looks at month by month: the rain and the herd (ux.md §4.8). */
export const HomeCharts = ({ onRecord }: { readonly onRecord: (type: string) => void }) => {
  const campos = useLive((views) => views.campos());
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
