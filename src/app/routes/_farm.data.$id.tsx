import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MovementScreen } from '#features/movements/movement-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useOver } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  const over = useOver();
  return (
    <MovementScreen
      id={id}
      onEdit={(movementId) => over({ editar: movementId })}
      onRepeat={(type) => over({ registrar: slugOf(type) })}
      onGone={() => void navigate({ to: '/data', replace: true })}
      onRenamed={(newId) => void navigate({ to: '/data/$id', params: { id: newId }, replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/data/$id')({ component: Screen });
