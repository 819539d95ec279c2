import { createFileRoute } from '@tanstack/react-router';
import { RodeosScreen } from '#features/rodeos/rodeos-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => <RodeosScreen {...useSheetStep()} />;

export const Route = createFileRoute('/_farm/rodeos/')({ component: Screen });
