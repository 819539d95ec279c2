import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './start.module.css';
import type { Step, StepName } from './steps.ts';

/** Element id, to focus a step. */
export const stepId = (name: StepName): string => `paso-${name}`;

interface StepCardProps {
  readonly step: Step;
  readonly number: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const stateWords = ({ isDone, isOptional }: Step): string => (isDone ? 'Hecho' : isOptional ? 'Opcional' : 'Falta');

export const StepCard = ({ step, number, isOpen, onToggle, children }: StepCardProps) => (
  <li className={styles.step}>
    <h2>
      <button type="button" id={stepId(step.name)} className={styles.head} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.mark} data-done={step.isDone || undefined} aria-hidden>
          {step.isDone ? <Check /> : number}
        </span>
        <span className={styles.words}>
          <span>{step.title}</span>
          <span className={styles.under}>{`${stateWords(step)} · ${step.words}`}</span>
        </span>
        <ChevronDown className={styles.chevron} />
      </button>
    </h2>
    {isOpen ? <div className={styles.body}>{children}</div> : null}
  </li>
);
