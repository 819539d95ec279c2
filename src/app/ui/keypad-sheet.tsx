import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Keypad, type KeypadProps } from './keypad.tsx';
import { Sheet } from './sheet.tsx';

interface KeypadSheetProps extends Pick<KeypadProps, 'label' | 'value' | 'onChange' | 'maxDigits' | 'usual'> {
  readonly title: string;
  readonly isFit: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** One figure on our keypad, over its form. */
export const KeypadSheet = ({ title, isFit, onDone, onClose, children, ...keypad }: KeypadSheetProps) => (
  <Sheet
    open
    title={title}
    onClose={onClose}
    footer={
      <Button variant="primary" wide disabled={!isFit} onClick={onDone}>
        Listo
      </Button>
    }
  >
    <Keypad {...keypad} onDone={onDone} />
    {children}
  </Sheet>
);
