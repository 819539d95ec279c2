import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PurchasesScreen } from '#features/purchases/purchases-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useSheetStep } from './-sheet-step.ts';

const linkPrefix = 'factura-de-';

const Screen = () => {
  const { sheet, open, close } = useSheetStep();
  const navigate = useNavigate();
  return (
    <PurchasesScreen
      linking={sheet?.startsWith(linkPrefix) ? sheet.slice(linkPrefix.length) : null}
      onLink={(movementId) => open(`${linkPrefix}${movementId}`)}
      onLinkEnd={close}
      onRecord={(type) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type) }),
          state: { isOverlay: true },
        })
      }
    />
  );
};

export const Route = createFileRoute('/_farm/purchases')({ component: Screen });
