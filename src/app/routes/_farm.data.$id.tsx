import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MovementScreen } from '#features/movements/movement-screen.tsx';
import { slugOf } from './-overlays.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  return (
    <MovementScreen
      id={id}
      onEdit={(movementId) =>
        void navigate({ to: '.', search: (before) => ({ ...before, editar: movementId }), state: { isOverlay: true } })
      }
      onRepeat={(type) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type) }),
          state: { isOverlay: true },
        })
      }
      onGone={() => void navigate({ to: '/data', replace: true })}
      onRenamed={(newId) => void navigate({ to: '/data/$id', params: { id: newId }, replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/data/$id')({ component: Screen });
