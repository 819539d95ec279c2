import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#domain';
import { FailedNotice, share, useFarm, useFarmStatus, useMay, useSession, useToday } from '#platform';
import { csvType, useMovementCsv } from '#farm/movement-csv.ts';
import { Button, Card, Notice } from '#ui';
import { exportHerd, exportMovements } from './export.ts';

/** Whether the screen is still there: who leaves wants no file. */
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
