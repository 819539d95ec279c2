import { addDays, type Asset, formatMoney, formatNumber, unitWord } from '#domain';
import { useFarm, useLive } from '#platform';
import type { KardexLine, ThingView } from '#sync/farm.ts';
import { Button, Notice, Stat, StatGrid } from '#ui';
import { missingWords, textAt } from './words.ts';

/** A rejected save, more used than came in, a save that can be undone. */
export const Troubles = ({ view }: { readonly view: ThingView<Asset> }) => {
  const farm = useFarm();
  const { row, problem, pendingOp, canUndo } = view;
  return (
    <>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {row.missing > 0 ? (
        <Notice tone="warn" title={missingWords(row.missing, row.unit)}>
          Se usó más de lo que figura. Cargá el ingreso que falta o contá lo que hay.
        </Notice>
      ) : null}
      {canUndo && pendingOp ? (
        <Notice
          action={
            <Button compact onClick={() => void farm.acts.undo(pendingOp)}>
              Deshacer
            </Button>
          }
        >
          Los cambios de este insumo todavía no se enviaron.
        </Notice>
      ) : null}
    </>
  );
};

const usageDays = 14;

/** Days it lasts at the pace of the last fourteen (domain.md §4.9); null if unused. */
function daysLeft(asset: Asset, lines: readonly KardexLine[], today: string): number | null {
  const since = addDays(today, -usageDays);
  const used = lines
    .filter((line) => line.kind === 'consumo' && line.date > since && line.delta < 0)
    .reduce((sum, line) => sum - line.delta, 0);
  return used > 0 ? Math.floor(asset.quantity / (used / usageDays)) : null;
}

interface FiguresProps {
  readonly asset: Asset;
  readonly today: string;
}

/** Enough for two weeks of daily use. */
const linesOfTwoWeeks = 40;

export const Figures = ({ asset, today }: FiguresProps) => {
  const book = useLive((views) => views.kardex(asset.id, linesOfTwoWeeks), [asset.id]);
  const days = daysLeft(asset, book?.lines ?? [], today);
  const cost = textAt(asset, 'unit_cost');
  return (
    <StatGrid>
      <Stat
        label="Existencia"
        value={formatNumber(asset.quantity, 3)}
        detail={`${unitWord(asset.unit)}${asset.minimum === null ? '' : ` · mínimo ${formatNumber(asset.minimum, 3)}`}`}
      />
      {days === null ? null : (
        <Stat label="Alcanza para" value={`${formatNumber(days, 0)} días`} detail="al ritmo de los últimos 14 días" />
      )}
      {cost ? <Stat label="Último precio" value={formatMoney(cost)} detail={`por ${asset.unit}`} /> : null}
    </StatGrid>
  );
};
