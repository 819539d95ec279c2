import { createFileRoute } from '@tanstack/react-router';
import { PurchasesScreen } from '#features/purchases/purchases-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useOver, useSheetStep } from './-sheet-step.ts';

const linkPrefix = 'factura-de-';

const Screen = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const over = useOver();
  return (
    <PurchasesScreen
      linking={sheet?.startsWith(linkPrefix) ? sheet.slice(linkPrefix.length) : null}
      onLink={(movementId) => onSheet(`${linkPrefix}${movementId}`)}
      onLinkEnd={onSheetEnd}
      onRecord={(type) => over({ registrar: slugOf(type) })}
    />
  );
};

export const Route = createFileRoute('/_farm/purchases')({ component: Screen });
