import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { byId, counted, evOf } from '#domain';
import { csvOf, FailedNotice, share, useFarm, useFarmStatus, useMay, useSession, useToday } from '#platform';
import { csvType, type MovementCsv, useMovementCsv } from '#farm/movement-csv.ts';
import { Button, Card, Notice } from '#ui';
import type { FarmViews } from '#sync/farm.ts';

function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Exports the farm's records as CSV, made on this device, offline too (domain.md §2.14, Exportar datos). */
export const ExportSection = () => {
  const farm = useFarm();
  const { ready } = useFarmStatus();
  const { state } = useSession();
  const today = useToday();
  const [busy, setBusy] = useState<'movimientos' | 'hacienda' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const isOffice = useMay('see-figures');
  const csvOf = useMovementCsv();
  const [written, setWritten] = useState(0);
  const [failed, setFailed] = useState(false);
  const isHere = useIsHere();
  const movements = async (): Promise<readonly string[] | null> =>
    await exportMovements(farm.views, await csvOf(), {
      onlyOf: isOffice ? null : (state.user?.id ?? ''),
      onPage: (records) => {
        if (isHere.current) setWritten(records);
        return isHere.current;
      },
    });
  const make = async (what: 'movimientos' | 'hacienda'): Promise<void> => {
    setBusy(what);
    setWritten(0);
    setMade(null);
    setFailed(false);
    try {
      const content = what === 'hacienda' ? await exportHerd(farm.views) : await movements();
      if (content === null) return;
      const name = `tranquera-${what}-${today}.csv`;
      await share(name, content, csvType);
      setMade(name);
    } catch {
      setFailed(true);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card title="Para la planilla de cálculo">
      <p>
        Archivos CSV que se abren con Excel, LibreOffice o Google Sheets. Se arman en este celular, con lo que tiene
        guardado. El de movimientos trae un renglón por cada lugar y categoría que cambió, con sus datos en columnas.
      </p>
      {ready ? null : (
        <Notice tone="warn">Todavía no llegó todo a este celular: el archivo puede quedar incompleto.</Notice>
      )}
      <Button busy={busy === 'movimientos'} icon={<Download />} onClick={() => void make('movimientos')}>
        {isOffice ? 'Todos los movimientos' : 'Los movimientos que cargué'}
      </Button>
      {isOffice ? (
        <Button busy={busy === 'hacienda'} icon={<Download />} onClick={() => void make('hacienda')}>
          Hacienda por lote y categoría
        </Button>
      ) : null}
      {busy === 'movimientos' && written > 0 ? (
        <p role="status">{`Armando el archivo: ${counted(written, 'movimiento')}…`}</p>
      ) : null}
      <FailedNotice message={failed ? 'No se pudo armar el archivo en este celular. Probá de nuevo.' : null} />
      {made ? (
        <Notice tone="ok" role="status">
          Listo: {made}
        </Notice>
      ) : null}
    </Card>
  );
};

const rowsAtOnce = 500;
/** Records formatted before the screen may draw again. */
const writtenAtOnce = 100;

const breath = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

interface Asked {
  /** Of one person, where the role exports no more (domain.md §2.18). */
  readonly onlyOf: string | null;
  /** Called after each page with the records written; false stops. */
  readonly onPage?: (records: number) => boolean;
}

/** All movements here as pieces of a file, page by page to spare memory. Null if `onPage` stopped it. */
export async function exportMovements(
  views: Pick<FarmViews, 'page'>,
  csv: MovementCsv,
  { onlyOf, onPage = () => true }: Asked,
): Promise<readonly string[] | null> {
  const pieces = [csv.head];
  let records = 0;
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({}, after, rowsAtOnce);
    const wanted = page.items.filter(({ movement }) => onlyOf === null || movement.created_by === onlyOf);
    for (let start = 0; start < wanted.length; start += writtenAtOnce) {
      pieces.push(csv.rows(wanted.slice(start, start + writtenAtOnce)));
      await breath();
    }
    records += wanted.length;
    after = page.next;
    if (!onPage(records)) return null;
  } while (after !== null);
  return pieces;
}

/** The herd on this device, cell by cell, with its EV and coefficient (domain.md §2.4). */
export async function exportHerd(views: FarmViews): Promise<string> {
  const [lots, rodeos, categories, cells] = await Promise.all([
    views.lots(),
    views.rodeos(),
    views.categories(),
    views.stock(),
  ]);
  const names = new Map(
    [...lots.map(({ lot }) => lot), ...rodeos.map(({ rodeo }) => rodeo)].map((it) => [it.id, it.name]),
  );
  const rows = cells
    .filter((cell) => cell.head !== 0)
    .map((cell) => {
      const category = byId(categories, cell.category);
      const places = [cell.lot, cell.rodeo].map((id) => names.get(id ?? '') ?? null);
      const coefficients = category ? [category.ev, evOf([cell], categories)] : [null, null];
      return [...places, category?.name ?? null, cell.head, ...coefficients];
    });
  return csvOf([['Lote', 'Rodeo', 'Categoría', 'Cabezas', 'Coeficiente EV', 'EV'], ...rows]);
}
