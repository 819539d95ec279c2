import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';

const word = 'DESCARTAR';

const words = {
  record: {
    title: '¿Descartar este registro?',
    warning: 'Este registro no está en el libro del campo. Si lo descartás, de este celular no se puede recuperar.',
  },
  photo: {
    title: '¿Descartar esta foto?',
    warning: 'Esta foto está solo en este celular. Si la descartás no se puede recuperar.',
  },
  voice: {
    title: '¿Descartar este audio?',
    warning: 'Este audio está solo en este celular. Si lo descartás no se puede recuperar.',
  },
  paper: {
    title: '¿Descartar este archivo?',
    warning: 'Este archivo está solo en este celular. Si lo descartás no se puede recuperar.',
  },
} as const;

interface DiscardDialogProps {
  readonly open: boolean;
  readonly what: string;
  readonly subject?: keyof typeof words;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** A record that only this phone has is thrown away by writing the word, never by a slip of the finger (offline.md §2.9). */
export const DiscardDialog = ({ open, what, subject = 'record', onClose, onDiscard }: DiscardDialogProps) => {
  const [typed, setTyped] = useState('');
  const close = (): void => {
    // Asked again, the word is written again.
    setTyped('');
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={words[subject].title}
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button
            variant="danger"
            disabled={typed.trim().toUpperCase() !== word}
            onClick={() => {
              close();
              onDiscard();
            }}
          >
            Descartar
          </Button>
        </>
      }
    >
      <Stack>
        <p>{what}</p>
        <p>{words[subject].warning}</p>
        <TextField
          label={`Escribí ${word} para confirmar`}
          autoCapitalize="characters"
          value={typed}
          onChange={setTyped}
        />
      </Stack>
    </Sheet>
  );
};
