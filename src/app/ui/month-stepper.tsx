import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './stepper.module.css';

export interface MonthStepperProps {
  /** "noviembre de 2026". */
  readonly label: string;
  readonly onBack: () => void;
  /** Null on the last one. */
  readonly onForth: (() => void) | null;
}

/** Steps by month or year. */
export const MonthStepper = ({ label, onBack, onForth }: MonthStepperProps) => (
  <div className={styles.months} role="group" aria-label="Período">
    <IconButton label="Anterior" variant="default" icon={<ChevronLeft />} onClick={onBack} />
    <strong aria-live="polite">{label}</strong>
    <IconButton
      label="Siguiente"
      variant="default"
      icon={<ChevronRight />}
      disabled={onForth === null}
      onClick={() => onForth?.()}
    />
  </div>
);
