import { createFileRoute } from '@tanstack/react-router';
import { stockActIn } from '#features/stock/stock-acts.tsx';
import { StockScreen } from '#features/stock/stock-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  return <StockScreen act={stockActIn(sheet)} onAct={onSheet} onActEnd={onSheetEnd} />;
};

export const Route = createFileRoute('/_farm/stock/')({ component: Screen });
