import { createFileRoute } from '@tanstack/react-router';
import { CamposScreen } from '#features/campos/campos-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => <CamposScreen {...useSheetStep()} />;

export const Route = createFileRoute('/_farm/campos')({ component: Screen });
