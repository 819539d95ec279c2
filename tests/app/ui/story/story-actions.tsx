import { ClipboardList, Download } from 'lucide-react';
import { useState } from 'react';
import { ActionGrid, ActionTile } from '../../../../src/app/ui/action-tile.tsx';
import { Button, ButtonLink } from '../../../../src/app/ui/button.tsx';
import { Card } from '../../../../src/app/ui/card.tsx';
import { ConfirmDialog } from '../../../../src/app/ui/confirm-dialog.tsx';
import { createIcon } from '../../../../src/app/ui/create-icon.tsx';
import { type Group, groups } from '../../../../src/app/ui/group.ts';
import { MovementIcon } from '../../../../src/app/ui/icons.tsx';
import { Sheet } from '../../../../src/app/ui/sheet.tsx';
import { Skeleton } from '../../../../src/app/ui/skeleton.tsx';
import { Cluster, Stack } from '../../../../src/app/ui/stack.tsx';
import { toastError, toastSuccess } from '../../../../src/app/ui/toaster.tsx';
import { BlockingScreen } from '../../../../src/app/ui/blocking-screen.tsx';
import { Badge } from '../../../../src/app/ui/badge.tsx';
import { EmptyState } from '../../../../src/app/ui/empty-state.tsx';
import { EmptyScene, sceneNames } from '../../../../src/app/ui/scene.tsx';
import { LoadingRing } from '../../../../src/app/ui/loading-ring.tsx';
import { Notice } from '../../../../src/app/ui/notice.tsx';
import { type SendState, StateBadge } from '../../../../src/app/ui/state-badge.tsx';

/** As the build draws each of the library's. */
const ByOneLine = createIcon('plus', 'M5 12h14M12 5v14');

const groupIcons = {
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
} as const satisfies Record<Group, string>;
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
          <ButtonLink href="/instalar" icon={<Download />}>
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

export const BlockingScreenStory = () => {
  const [isUp, setUp] = useState(false);
  return (
    <Card title="Pared">
      <Button onClick={() => setUp(true)}>Ver pared</Button>
      {isUp ? (
        <BlockingScreen title="Ya no estás en La Esperanza">
          <p>Si estabas escribiendo algo, queda guardado en este celular.</p>
          <Button variant="primary" wide onClick={() => setUp(false)}>
            Ir a El Otro Campo
          </Button>
        </BlockingScreen>
      ) : null}
    </Card>
  );
};

const states: readonly SendState[] = ['draft', 'pending', 'sending', 'sent', 'failed', 'review', 'seen'];

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
    <Notice>Sin señal no se puede iniciar sesión.</Notice>
    <Notice tone="ok">Lista para usar sin señal</Notice>
    <Notice tone="warn" title="Hay una versión nueva." action={<Button compact>Actualizar</Button>} />
    <Notice tone="danger" title="No se pudo guardar." action={<Button compact>Reintentar</Button>}>
      El celular no tiene lugar.
    </Notice>
    <Card flush>
      {sceneNames.map((name) => (
        <EmptyScene key={name} name={name}>
          Todavía no hay lotes.
        </EmptyScene>
      ))}
      <EmptyState icon={<ClipboardList size={36} />} action={<Button variant="primary">Registrar</Button>}>
        Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.
      </EmptyState>
    </Card>
    <LoadingRing />
    <ByOneLine />
  </>
);
