import { fireEvent, screen } from '@testing-library/react';
import { LotsStep } from '../../../src/app/features/start/lots-step.tsx';
import { RodeoStep } from '../../../src/app/features/start/start-screen.tsx';
import type { FormOfTheApp } from './table.tsx';

/** A farm at its beginning. */
const held = { campos: [], lots: [], rodeos: [], heads: 0, people: 1 };
const pasted = () => {
  fireEvent.change(screen.getByLabelText('Lista de lotes'), { target: { value: 'La Loma\t40,5\nEl Bajo\tmuchas' } });
};

/** What a new farm is asked for, step by step. */
export const wayIn: readonly FormOfTheApp[] = [
  {
    file: 'start/again-form.tsx',
    screen: () => <LotsStep held={held} />,
    saves: ['Agregar lote'],
  },
  {
    file: 'start/lots-step.tsx',
    screen: () => <LotsStep held={held} />,
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
