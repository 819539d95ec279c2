import { Download } from 'lucide-react';
import { useState } from 'react';
import { roleMay } from '../../../domain/people/permissions.ts';
import { useFarm, useFarmStatus } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { csvType } from '../../frame/movement-csv.ts';
import { share } from '../../frame/share.ts';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { exportHerd, exportMovements } from './export.ts';

/** The farm's records as files for a spreadsheet, made on this device: no signal is needed (domain.md §2.14, Exportar datos). */
export const ExportSection = () => {
  const farm = useFarm();
  const { ready } = useFarmStatus();
  const { state } = useSession();
  const today = useToday();
  const [busy, setBusy] = useState<'movimientos' | 'hacienda' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const isOffice = roleMay(state.role ?? 'user', 'see-figures');
  const make = async (what: 'movimientos' | 'hacienda'): Promise<void> => {
    setBusy(what);
    const text =
      what === 'hacienda'
        ? await exportHerd(farm.views)
        : await exportMovements(farm.views, isOffice ? null : (state.user?.id ?? ''));
    const name = `tranquera-${what}-${today}.csv`;
    await share(name, text, csvType);
    setBusy(null);
    setMade(name);
  };
  return (
    <Card title="Para la planilla de cálculo">
      <p>
        Archivos CSV que se abren con Excel, LibreOffice o Google Sheets. Se arman en este celular, con lo que tiene
        guardado.
      </p>
      {ready ? null : (
        <Notice tone="warn">Todavía no llegó todo a este celular: el archivo puede quedar incompleto.</Notice>
      )}
      <Button
        busy={busy === 'movimientos'}
        icon={<Download size={24} aria-hidden />}
        onClick={() => void make('movimientos')}
      >
        {isOffice ? 'Todos los movimientos' : 'Los movimientos que cargué'}
      </Button>
      {isOffice ? (
        <Button
          busy={busy === 'hacienda'}
          icon={<Download size={24} aria-hidden />}
          onClick={() => void make('hacienda')}
        >
          Hacienda por lote y categoría
        </Button>
      ) : null}
      {made ? (
        <Notice tone="ok" role="status">
          Listo: {made}
        </Notice>
      ) : null}
    </Card>
  );
};
