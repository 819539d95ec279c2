import { type Campo, compareNames, type Day, evOf, farmRain, headsIn, monthOf } from '#domain';
import type { FarmViews, ThingView } from '#sync/farm.ts';

/** Data of one campo card. */
export interface CampoRow {
  readonly view: ThingView<Campo>;
  readonly lots: number;
  readonly heads: number;
  /** EV per grazed hectare; null without hectares. */
  readonly load: number | null;
  readonly rainOfMonth: number;
  readonly rainOfYear: number;
  readonly lastMovementOn: Day | null;
}

/** All campos in order, with the totals of their lots (domain.md §2.1). */
export async function readCampos(views: FarmViews, today: Day): Promise<readonly CampoRow[]> {
  const year = today.slice(0, 4);
  const [campos, lots, lastDays, categories, rain] = await Promise.all([
    views.things('campo'),
    views.lots(),
    views.lastMovementDays(),
    views.categories(),
    views.rainByMonth(year),
  ]);
  return campos
    .map((view): CampoRow => {
      const campo = view.row;
      const own = lots.filter((one) => one.lot.campo_id === campo.id);
      const grazed = own.filter((one) => one.lot.is_grazing);
      const hectares = campo.grazing_hectares ?? grazed.reduce((sum, one) => sum + one.lot.hectares, 0);
      const ev = evOf(
        grazed.flatMap((one) => headsIn(one.lot)),
        categories,
      );
      const days = own.flatMap((one) => lastDays.get(one.lot.id) ?? []);
      return {
        view,
        lots: own.length,
        heads: own.reduce((sum, one) => sum + one.heads, 0),
        load: hectares > 0 ? ev / hectares : null,
        rainOfMonth: farmRain(rain, [campo], monthOf(today)),
        rainOfYear: farmRain(rain, [campo], year),
        lastMovementOn: days.toSorted().at(-1) ?? null,
      };
    })
    .toSorted((a, b) => a.view.row.order - b.view.row.order || compareNames(a.view.row.name, b.view.row.name));
}
