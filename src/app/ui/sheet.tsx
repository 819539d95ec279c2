import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classes } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

export interface SheetProps {
  readonly open: boolean;
  readonly title: string;
  /** Esc, back gesture, cross or a touch outside; the owner sets `open={false}`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Always in sight: the save button. */
  readonly footer?: ReactNode;
  /** Between title and cross. */
  readonly aside?: ReactNode;
  /** For a question that must be answered. */
  readonly role?: 'alertdialog';
  /** `tall`: a phone's whole screen, for longer work. */
  readonly size?: 'normal' | 'wide' | 'tall';
}

/** iOS lays the keyboard over the page: lifts the sheet by the covered height (ux.md §2.6). */
const followKeyboard = (dialog: HTMLDialogElement): (() => void) => {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  const follow = (): void => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    dialog.style.setProperty('--keyboard', `${Math.round(covered)}px`);
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  return () => {
    view.removeEventListener('resize', follow);
    view.removeEventListener('scroll', follow);
  };
};

/** A sheet that replaces one just closed does not animate. */
const justClosed = { is: false };

/** A second, impatient touch of what opened a sheet is not meant for the sheet, nor for closing it. */
const secondTouchMs = 500;
const secondTouchPx = 40;

type Touch = globalThis.MouseEvent & Partial<Pick<PointerEvent, 'pointerType'>>;

/** Made by a finger, or the second of a mouse's double one. */
const mayBeSecond = ({ detail, pointerType }: Touch): boolean => detail > 1 || pointerType === 'touch';

/** The last touch of any sheet, and that sheet. */
let touched: readonly [Touch, Element] | null = null;

/** The second touch of what closed a sheet is not meant for what lay under it. */
function stopSecond(second: Touch): void {
  const [first, sheet] = touched ?? [];
  if (
    first &&
    !sheet?.isConnected &&
    mayBeSecond(second) &&
    second.timeStamp < first.timeStamp + secondTouchMs &&
    Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < secondTouchPx
  ) {
    second.stopPropagation();
    second.preventDefault();
  }
}

const OpenSheet = ({ title, onClose, children, footer, aside, role, size = 'normal' }: Omit<SheetProps, 'open'>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const openedAt = useRef(0);
  const leaving = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    leaving.current = false;
    element.toggleAttribute('data-still', justClosed.is);
    element.showModal();
    // Stays: the same function is listened with once.
    document.addEventListener('click', stopSecond, true);
    openedAt.current = performance.now();
    (element.querySelector<HTMLElement>('[data-first-focus]') ?? element.querySelector('h2'))?.focus();
    return () => {
      leaving.current = true;
      // Only for this render: one opened later animates.
      justClosed.is = true;
      queueMicrotask(() => (justClosed.is = false));
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => (dialog.current ? followKeyboard(dialog.current) : undefined), []);

  const isOutside = (event: MouseEvent): boolean => event.target === dialog.current;
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      className={classes(styles.sheet, size !== 'normal' && styles[size])}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers may close a dialog despite preventDefault (a second Esc).
        if (event.target === event.currentTarget && !event.currentTarget.open && !leaving.current) onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event) && event.timeStamp > openedAt.current + secondTouchMs;
      }}
      onClickCapture={(event) => {
        const { nativeEvent, timeStamp, currentTarget } = event;
        touched = [nativeEvent, currentTarget];
        // Made before the sheet was there, and delivered late by a slow phone; or the second touch of what asked: it answers nothing.
        const isSecond = role && mayBeSecond(nativeEvent);
        if (timeStamp < openedAt.current + (isSecond ? secondTouchMs : 0)) event.stopPropagation();
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={titleId} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {aside ? <div className={styles.aside}>{aside}</div> : null}
          <IconButton label="Cerrar" icon={<X size={28} />} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer ? <footer className={styles.footer}>{footer}</footer> : null}
      </div>
    </dialog>
  );
};

/** A bottom sheet on a phone, a centred dialog from 768 px. Mounted only while open. */
export const Sheet = ({ open, ...rest }: SheetProps) => (open ? <OpenSheet {...rest} /> : null);
