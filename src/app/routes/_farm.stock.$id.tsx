import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AssetScreen } from '#features/stock/asset-screen.tsx';
import { stockActIn } from '#features/stock/stock-acts.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const navigate = useNavigate();
  return (
    <AssetScreen
      key={id}
      id={id}
      act={stockActIn(sheet)}
      onAct={onSheet}
      onActEnd={onSheetEnd}
      onGone={() => void navigate({ to: '/stock', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/stock/$id')({ component: Screen });
