import styles from './feedback.module.css';

export interface LoadingRingProps {
  readonly label?: string;
  readonly logoSrc?: string;
}

/** The loading screen (product.md §2); still with reduced motion. */
export const LoadingRing = ({ label = 'Cargando…', logoSrc = '/favicon.svg' }: LoadingRingProps) => (
  <div className={styles.loading} role="status">
    <span className={styles.ringBox} aria-hidden>
      <span className={styles.ring} />
      <img src={logoSrc} alt="" width={64} height={64} />
    </span>
    <span className={styles.loadingWord}>{label}</span>
  </div>
);
