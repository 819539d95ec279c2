import styles from './feedback.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Stands for what may come to nothing, until it is read; `data-wait` says so to what stands around it, as a skeleton's does. */
export const NotYet = () => <span hidden data-wait="" />;

/** Placeholder rows until the store answers. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div role="status" data-wait="">
    <VisuallyHidden>Cargando…</VisuallyHidden>
    <div aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <span className={styles.skeletonTile} />
          <span className={styles.skeletonWords}>
            <span className={styles.skeletonLine} />
            <span className={styles.skeletonLine} />
          </span>
        </div>
      ))}
    </div>
  </div>
);
