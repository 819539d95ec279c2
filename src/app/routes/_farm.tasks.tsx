import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { TasksScreen } from '#features/tasks/tasks-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useSheetStep } from './-sheet-step.ts';

const Tasks = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const navigate = useNavigate();
  return (
    <TasksScreen
      sheet={sheet}
      onOpen={onSheet}
      onClose={onSheetEnd}
      onRecord={(type, { taskId, lotId, rodeoId }) =>
        void navigate({
          to: '.',
          search: { registrar: slugOf(type), tarea: taskId, lote: lotId ?? undefined, rodeo: rodeoId ?? undefined },
          replace: true,
          state: { isOverlay: true },
        })
      }
    />
  );
};

export const Route = createFileRoute('/_farm/tasks')({ component: Tasks });
