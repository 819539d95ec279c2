import { TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './field.module.css';

interface FormError {
  /** The `id` given to the field. */
  readonly fieldId: string;
  readonly message: string;
}

export interface FormErrorSummaryProps {
  readonly errors: readonly FormError[];
  /** Counts the attempts to save: the focus comes here at each failed one. */
  readonly attempt: number;
}

/** What a field is called on the screen, for the same sentence may stand for several; nothing where the sentence says it. */
const calledOf = ({ fieldId, message }: FormError): string => {
  const label = [...document.querySelectorAll('label')].find(({ htmlFor }) => htmlFor === fieldId)?.firstChild;
  const called = label?.textContent ?? document.getElementById(fieldId)?.getAttribute('aria-label');
  return called && !message.startsWith(`${called}:`) ? `${called}: ` : '';
};

/** What stops a long form from being saved, each line leading to its field (ux.md §3, 3.3.1). */
export const FormErrorSummary = ({ errors, attempt }: FormErrorSummaryProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasErrors = errors.length > 0;
  useLayoutEffect(() => {
    if (attempt > 0 && hasErrors) heading.current?.focus();
  }, [attempt, hasErrors]);
  if (!hasErrors) return null;
  return (
    <div className={styles.summary} data-summary>
      <h2 ref={heading} tabIndex={-1}>
        <TriangleAlert />
        {errors.length === 1 ? 'Falta corregir 1 dato' : `Falta corregir ${errors.length} datos`}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.fieldId} ${error.message}`}>
            <a
              href={`#${error.fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(error.fieldId)?.focus();
              }}
            >
              {/* One line of words: side by side they stood in two columns. */}
              <span>
                <span
                  ref={(span) => {
                    // The fields stand further down: they are in the page as soon as this line is.
                    if (span) span.textContent = calledOf(error);
                  }}
                />
                {error.message}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
