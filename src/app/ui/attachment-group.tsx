import type { ReactNode } from 'react';
import styles from './attachments.module.css';

interface AttachmentGroupProps {
  readonly label: string;
  readonly id?: string;
  /** What is wrong and what to do. */
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** A part of a form that holds photos or a voice note: always free to be left out. */
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
