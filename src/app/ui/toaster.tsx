import { CircleCheck, OctagonAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Toast, resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classes } from './class-names.ts';
import styles from './toaster.module.css';

/** product.md §8, §9. */
const toastMs = 2000;

/** Success; gone in two seconds, so it must also show elsewhere. */
export const toastSuccess = (text: string, options: ToastWords = {}): void => {
  toast.success(words(text, options), { id: options.id ?? `ok ${text}` });
};

/** Failure, interrupting a reader. */
export const toastError = (text: string, options: ToastWords = {}): void => {
  toast.error(words(text, options), { id: options.id ?? `error ${text}` });
};

interface ToastWords {
  /** Of the text, if not Spanish. */
  readonly lang?: string;
  /** Its meaning, in Spanish. */
  readonly beside?: string;
  /** One toast per id (by default, per text); repeating it restarts the time. */
  readonly id?: string;
}

const words = (text: string, { lang, beside }: ToastWords) =>
  lang ? (
    <>
      <span lang={lang}>{text}</span>
      {beside ? ` · ${beside}` : null}
    </>
  ) : (
    text
  );

const Toasts = ({ toasts }: { readonly toasts: readonly Toast[] }) =>
  toasts.map((item) => {
    const failed = item.type === 'error';
    const Icon = failed ? OctagonAlert : CircleCheck;
    return (
      <div key={item.id} className={classes(styles.toast, failed && styles.failed)}>
        <Icon size={24} aria-hidden />
        <span>{resolveValue(item.message, item)}</span>
      </div>
    );
  });

/** Sheets are in the top layer: a toast must enter it later to be above. The regions stay mounted, or readers would miss them. */
const useTopLayer = (count: number) => {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element || !('showPopover' in element)) return;
    if (!element.matches(':popover-open')) element.showPopover();
    else if (count > 0 && document.querySelector('dialog[open]')) {
      element.hidePopover();
      element.showPopover();
    }
  }, [count]);
  return area;
};

/** Both live regions exist from the start: readers miss one that arrives with its text. */
export const Toaster = () => {
  const { toasts, handlers } = useToaster({ duration: toastMs, removeDelay: 0 });
  const shown = toasts.filter((item) => item.visible);
  const area = useTopLayer(shown.length);
  return (
    <div
      ref={area}
      popover="manual"
      className={styles.area}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
    >
      <div role="status" className={styles.region}>
        <Toasts toasts={shown.filter((item) => item.type !== 'error')} />
      </div>
      <div role="alert" className={styles.region}>
        <Toasts toasts={shown.filter((item) => item.type === 'error')} />
      </div>
    </div>
  );
};

/** Says 'saved', and no more than is known (ux.md §5.3). */
export const saySaved = (isReachable: boolean): void =>
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
