import { fireEvent, screen } from '@testing-library/react';
import { LotsStep, usePasted } from '../../../src/app/features/start/lots-step.tsx';
import { RodeoStep } from '../../../src/app/features/start/start-screen.tsx';
import type { FormOfTheApp } from './table.tsx';

/** A farm at its beginning. */
const held = { campos: [], lots: [], rodeos: [], heads: 0, people: 1 };
const pasted = () => {
  fireEvent.change(screen.getByLabelText('Lista de lotes'), { target: { value: 'La Loma\t40,5\nEl Bajo\tmuchas' } });
};

const Lots = () => <LotsStep held={held} pasted={usePasted()} />;

/** What a new farm is asked for, step by step. */
export const wayIn: readonly FormOfTheApp[] = [
  {
    file: 'start/again-form.tsx',
    screen: () => <Lots />,
    saves: ['Agregar lote'],
  },
  {
    file: 'start/lots-step.tsx',
    screen: () => <Lots />,
    opens: ['Pegar lista'],
    changes: pasted,
    saves: ['Guardar 1 lote'],
  },
  {
    file: 'start/again-form.tsx',
    name: 'start/again-form.tsx of a rodeo',
    screen: () => <RodeoStep held={held} onOnly={() => undefined} />,
    saves: ['Agregar rodeo'],
  },
];
