import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LotScreen } from '../features/lots/lot-screen.tsx';
import { slugOf } from './-overlays.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  return (
    <LotScreen
      id={id}
      onRecord={(type) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type), lote: id }),
          state: { isOverlay: true },
        })
      }
      onGone={() => void navigate({ to: '/lots', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/lots/$id')({ component: Screen });
