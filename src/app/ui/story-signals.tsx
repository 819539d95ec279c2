import { ClipboardList } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { EmptyScene, sceneNames } from './scene.tsx';
import { LoadingRing } from './loading-ring.tsx';
import { Notice } from './notice.tsx';
import { Cluster, Stack } from './stack.tsx';
import { type SendState, StateBadge } from './state-badge.tsx';

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
  </>
);
