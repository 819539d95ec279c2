import { movementSheet, type SheetRecord } from '#domain';
import type { FarmViews, MovementView, SendState } from '#sync/farm.ts';
import { csvMark, csvRows, useFarm, useMay } from '#platform';

/** What a browser is told that such a file is. */
export const csvType = 'text/csv;charset=utf-8';

/** Writes movements as rows of a file for a spreadsheet; the first piece has the headings. Prices only where `seesMoney`. */
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
  // A sale that waits is shown under a number of its own; its id is the one that it will keep.
  movement: { ...movement, id: key },
  lines,
  summary,
  sending: sendings[state],
});

/** Makes such a file for this person: with prices where he sees them. */
export function useMovementCsv(): () => Promise<MovementCsv> {
  const { views } = useFarm();
  const seesMoney = useMay('see-money');
  return () => movementCsv(views, seesMoney);
}

/** Movements as a file of typed columns (domain/movements/sheet.ts), named by what this device knows. */
export async function movementCsv(views: Pick<FarmViews, 'names'>, seesMoney: boolean): Promise<MovementCsv> {
  const sheet = movementSheet(await views.names(), seesMoney);
  return {
    head: `${csvMark}${csvRows([sheet.headings])}`,
    rows: (movements) => csvRows(movements.flatMap((view) => sheet.rows(recordOf(view)))),
  };
}
