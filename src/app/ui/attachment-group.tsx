import type { ReactNode } from 'react';
import styles from './attachments.module.css';

interface AttachmentGroupProps {
  readonly label: string;
  readonly id?: string;
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** The optional photos or voice note of a form. */
export const AttachmentGroup = ({ label, id, error, children }: AttachmentGroupProps) => (
  <fieldset className={styles.group} id={id} tabIndex={-1}>
    <legend>
      {label} <span className={styles.optional}>(opcional)</span>
    </legend>
    {children}
    {error ? (
      <p className={styles.error} role="alert">
        {error}
      </p>
    ) : null}
  </fieldset>
);
