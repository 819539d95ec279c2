import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LotsScreen } from '../features/lots/lots-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { campo } = Route.useSearch();
  const step = useSheetStep();
  return <LotsScreen campoId={campo ?? null} sheet={step.sheet} onSheet={step.open} onSheetEnd={step.close} />;
};

export const Route = createFileRoute('/_farm/lots/')({
  component: Screen,
  validateSearch: z.object({
    /** Only the lots of this campo. */
    campo: z.catch(z.optional(z.string()), undefined),
  }),
});
