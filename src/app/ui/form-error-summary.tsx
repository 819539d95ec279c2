import { TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './field.module.css';

interface FormError {
  readonly fieldId: string;
  readonly message: string;
}

export interface FormErrorSummaryProps {
  readonly errors: readonly FormError[];
  /** Failed saves: each one focuses the summary. */
  readonly attempt: number;
}

/** The field's label, for several may have the same message; empty if the message has it. */
const calledOf = ({ fieldId, message }: FormError): string => {
  const label = [...document.querySelectorAll('label')].find(({ htmlFor }) => htmlFor === fieldId)?.firstChild;
  const called = label?.textContent ?? document.getElementById(fieldId)?.getAttribute('aria-label');
  return called && !message.startsWith(`${called}:`) ? `${called}: ` : '';
};

/** Errors of a long form, each a link to its field (ux.md §3, 3.3.1). */
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
              {/* One span: as two flex items the words stood in two columns. */}
              <span>
                <span
                  ref={(span) => {
                    // The fields come later in the page: they exist once this line does.
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
