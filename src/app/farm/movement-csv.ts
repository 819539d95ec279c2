import { movementSheet, type SheetRecord } from '#domain';
import type { FarmViews, MovementView, SendState } from '#sync/farm.ts';
import { csvMark, csvRows, useFarm, useMay } from '#platform';

export const csvType = 'text/csv;charset=utf-8';

/** Prices only with `seesMoney`; `head` holds the headings. */
export interface MovementCsv {
  readonly head: string;
  readonly rows: (movements: readonly MovementView[]) => string;
}

const sendings: Readonly<Record<SendState, SheetRecord['sending']>> = {
  pendiente: 'waiting',
  enviando: 'waiting',
  espera_sesion: 'waiting',
  con_error: 'failed',
  enviado: 'sent',
  revisar: 'sent',
};

const recordOf = ({ movement, key, lines, summary, state }: MovementView): SheetRecord => ({
  // An unsent sale is shown under a temporary id; `key` is the final one.
  movement: { ...movement, id: key },
  lines,
  summary,
  sending: sendings[state],
});

/** Makes such a file with what this person may see. */
export function useMovementCsv(): () => Promise<MovementCsv> {
  const { views } = useFarm();
  const seesMoney = useMay('see-money');
  return () => movementCsv(views, seesMoney);
}

/** A file of typed columns (domain/movements/sheet.ts), named by what this device knows. */
export async function movementCsv(views: Pick<FarmViews, 'names'>, seesMoney: boolean): Promise<MovementCsv> {
  const sheet = movementSheet(await views.names(), seesMoney);
  return {
    head: `${csvMark}${csvRows([sheet.headings])}`,
    rows: (movements) => csvRows(movements.flatMap((view) => sheet.rows(recordOf(view)))),
  };
}
