import styles from './feedback.module.css';

export interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Always shown: "38 de 52 (73,1%)". */
  readonly text: string;
}

/** A part of a whole, in words with a bar. */
export const ProgressBar = ({ label, value, max, text }: ProgressBarProps) => (
  <div className={styles.progress}>
    <div className={styles.progressWords}>
      <span>{label}</span>
      <strong>{text}</strong>
    </div>
    <progress className={styles.bar} aria-label={label} value={value} max={max}>
      {text}
    </progress>
  </div>
);
