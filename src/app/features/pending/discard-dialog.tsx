import { useState } from 'react';
import { Button, Sheet, Stack, TextField } from '#ui';

const word = 'DESCARTAR';

const words = {
  record: {
    title: '¿Descartar este registro?',
    warning: 'Este registro no está en el libro del campo. Si lo descartás, de este celular no se puede recuperar.',
  },
  change: {
    title: '¿Descartar este cambio?',
    warning: 'Este cambio está solo en este celular. Si lo descartás no se puede recuperar, y todo queda como estaba.',
  },
  deletion: {
    title: '¿Descartar esta eliminación?',
    warning: 'No se elimina nada: queda como estaba.',
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

export const discardedBy = { create: 'record', edit: 'change', delete: 'deletion' } as const;

interface DiscardDialogProps {
  readonly open: boolean;
  readonly what: string;
  readonly subject?: keyof typeof words;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** Asks for the word to be typed: this phone has the only copy (offline.md §2.9). */
export const DiscardDialog = ({ open, what, subject = 'record', onClose, onDiscard }: DiscardDialogProps) => {
  const [typed, setTyped] = useState('');
  const close = (): void => {
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
