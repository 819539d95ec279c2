import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Stack } from './stack.tsx';
import styles from './blocking-screen.module.css';

export interface BlockingScreenProps {
  readonly title: string;
  /** What happened, and the only ways on. */
  readonly children: ReactNode;
}

/** Covers the screen and every open sheet; all behind it stays as it is. */
export const BlockingScreen = ({ title, children }: BlockingScreenProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGoing = useRef(false);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    isGoing.current = false;
    element.showModal();
    element.querySelector('h1')?.focus();
    return () => {
      isGoing.current = true;
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      className={styles.blocking}
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => {
        // Browsers may close a dialog despite preventDefault (a second Esc, the back gesture).
        if (!isGoing.current && !event.currentTarget.open) event.currentTarget.showModal();
      }}
    >
      <Stack>
        <h1 id={titleId} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </Stack>
    </dialog>
  );
};
