import { ClipboardList, Download } from 'lucide-react';
import { useState } from 'react';
import { ActionGrid, ActionTile } from './action-tile.tsx';
import { Badge } from './badge.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Card, Stat, StatGrid } from './card.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { type Group, groups } from './group.ts';
import { IconTile } from './icon-tile.tsx';
import { MovementIcon } from './icons.tsx';
import { LoadingRing } from './loading-ring.tsx';
import { Notice } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Row, RowButton, RowLink, RowList } from './row.tsx';
import { Segmented, SegmentedLinks } from './segmented.tsx';
import { Sheet } from './sheet.tsx';
import { Skeleton } from './skeleton.tsx';
import { Cluster, Stack } from './stack.tsx';
import { type SendState, StateBadge } from './state-badge.tsx';
import { toastError, toastSuccess } from './toaster.tsx';

const groupIcons: Readonly<Record<Group, string>> = {
  altas: 'calf',
  bajas: 'cross',
  clima: 'cloud-rain',
  sanidad: 'syringe',
  reproduccion: 'glove',
  internos: 'arrows',
  comercial: 'cart',
  pesaje: 'scale',
  insumos: 'box',
  sistema: 'fence',
};
const states: readonly SendState[] = ['draft', 'pending', 'sending', 'sent', 'failed', 'review', 'seen'];

/** Buttons, tiles and what they open. */
export const ActionStory = () => {
  const [open, setOpen] = useState<'sheet' | 'confirm' | null>(null);
  return (
    <>
      <ActionGrid>
        <ActionTile large group="altas" icon={<MovementIcon name="calf" size={32} />} label="Nacimiento" />
        <ActionTile large group="clima" icon={<MovementIcon name="cloud-rain" size={32} />} label="Lluvia" />
        {groups.map((group) => (
          <ActionTile
            key={group}
            group={group}
            icon={<MovementIcon name={groupIcons[group]} size={32} />}
            label={group}
          />
        ))}
      </ActionGrid>
      <Card title="Botones" action={<Button variant="quiet">Ver todo</Button>}>
        <Cluster>
          <Button variant="primary">Guardar 2 nacimientos</Button>
          <Button variant="primary" busy>
            Guardando
          </Button>
          <Button>Guardar y cargar otro</Button>
          <Button variant="quiet">Agregar detalle</Button>
          <Button variant="danger">Eliminar</Button>
          <Button disabled>Enviar ahora</Button>
          <Button compact>Deshacer</Button>
          <ButtonLink href="#instalar" icon={<Download size={24} aria-hidden />}>
            Instalar la app
          </ButtonLink>
          <Button onClick={() => setOpen('sheet')}>Abrir hoja</Button>
          <Button onClick={() => setOpen('confirm')}>Abrir pregunta</Button>
          <Button onClick={() => toastSuccess('Guardado en este celular')}>Aviso bueno</Button>
          <Button onClick={() => toastError('No se pudo guardar. Reintentar')}>Aviso malo</Button>
        </Cluster>
      </Card>
      <Sheet
        open={open === 'sheet'}
        title="Registrar lluvia"
        onClose={() => setOpen(null)}
        footer={
          <Button variant="primary" wide onClick={() => setOpen(null)}>
            Guardar 25 mm
          </Button>
        }
      >
        <Skeleton rows={9} />
      </Sheet>
      <ConfirmDialog
        open={open === 'confirm'}
        title="¿Eliminar el movimiento?"
        confirmLabel="Eliminar"
        danger
        onConfirm={() => setOpen(null)}
        onClose={() => setOpen(null)}
      >
        <p>Las cabezas vuelven al lote.</p>
      </ConfirmDialog>
    </>
  );
};

/** What the product says about itself. */
export const SignalStory = () => (
  <>
    <Card title="Estados">
      <Stack>
        <Cluster>
          {states.map((state) => (
            <StateBadge key={state} state={state} iconOnly={false} />
          ))}
        </Cluster>
        <Cluster>
          <Badge tone="ok">Activo</Badge>
          <Badge tone="danger">Eliminado</Badge>
          <Badge>Usuario</Badge>
          <Badge tone="warn">Vencida</Badge>
          <Badge tone="info">Nuevo</Badge>
        </Cluster>
      </Stack>
    </Card>
    <Notice>Sin señal no se puede iniciar sesión la primera vez.</Notice>
    <Notice tone="ok">Lista para usar sin señal</Notice>
    <Notice tone="warn" title="Hay una versión nueva." action={<Button compact>Actualizar</Button>} />
    <Notice tone="danger" title="No se pudo guardar." action={<Button compact>Reintentar</Button>}>
      El celular no tiene lugar.
    </Notice>
    <Card flush>
      <EmptyState icon={<ClipboardList size={36} />} action={<Button variant="primary">Registrar</Button>}>
        Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.
      </EmptyState>
    </Card>
    <LoadingRing />
  </>
);

const lots = [
  { id: 'a', name: 'Lote 3', hectares: '120,5 ha', heads: '186' },
  { id: 'b', name: 'El Bajo de los Algarrobos Grandes', hectares: '80,0 ha', heads: '64' },
];

/** Lists, figures and tables. */
export const ListStory = () => {
  const [view, setView] = useState('lots');
  return (
    <>
      <StatGrid>
        <Stat label="Cabezas" value="1.284" detail="+12 este mes" />
        <Stat label="Lluvia" value="812 mm" detail="en 2026" />
        <Stat label="ADPV" value="0,620" detail="kg/día" />
      </StatGrid>
      <ProgressBar label="Parición" value={38} max={52} text="38 de 52 (73,1%)" />
      <Segmented
        label="Vista"
        options={[
          { value: 'lots', label: 'Lotes' },
          { value: 'rodeos', label: 'Rodeos' },
          { value: 'campos', label: 'Campos' },
        ]}
        value={view}
        onChange={setView}
      />
      <SegmentedLinks
        label="Tareas"
        items={[
          { to: '#hoy', label: 'Hoy', current: true },
          { to: '#hechas', label: 'Hechas', current: false },
        ]}
        renderLink={({ to, ...rest }) => <a href={to} {...rest} />}
      />
      <RowStory />
      <DataTable
        caption="Lotes"
        rows={lots}
        rowKey={(lot) => lot.id}
        columns={[
          { key: 'name', header: 'Lote', main: true, cell: (lot) => lot.name },
          { key: 'hectares', header: 'Superficie', numeric: true, cell: (lot) => lot.hectares },
          { key: 'heads', header: 'Cabezas', numeric: true, cell: (lot) => lot.heads },
        ]}
      />
    </>
  );
};

const RowStory = () => (
  <Card title="Últimos movimientos" flush>
    <RowList label="Últimos movimientos">
      <li>
        <RowLink
          href="#lluvia"
          icon={
            <IconTile group="clima">
              <MovementIcon name="cloud-rain" />
            </IconTile>
          }
          title="Lluvia 25 mm"
          subtitle="El Bajo · Ana Pérez"
          right={
            <>
              <span>hoy 07:10</span>
              <StateBadge state="sent" />
            </>
          }
        />
      </li>
      <li>
        <Row
          icon={
            <IconTile group="altas" tone="soft">
              <MovementIcon name="calf" />
            </IconTile>
          }
          title="2 nacimientos"
          subtitle="Lote 3 · Rodeo cría"
          right={<StateBadge state="pending" />}
          actions={<Button compact>Deshacer</Button>}
        />
      </li>
      <li>
        <RowButton
          leads
          icon={
            <IconTile group="bajas">
              <MovementIcon name="cross" />
            </IconTile>
          }
          title="Muerte de 1 vaquillona en el Potrero de los Algarrobos"
          subtitle="Sin causa"
          right={<StateBadge state="failed" />}
        />
      </li>
    </RowList>
    <Skeleton rows={1} />
  </Card>
);
