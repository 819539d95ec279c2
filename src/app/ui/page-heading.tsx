import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  readonly title: string;
  /** Under the title: counts, badges. */
  readonly children?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
}

/** `00003-00001249` must not break at its hyphen. */
const number = /(\d+-\d+)/;

/** A screen's h1. Sets the document title and takes the focus on arrival (WCAG 2.4.2). */
export const PageHeading = ({ title, children, aside }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tranquera`;
  }, [title]);
  useEffect(() => {
    // A dialog opened by address, or a field being typed in, keeps its focus.
    if (!document.querySelector('dialog[open], input:focus')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.heading}>
      <div className={styles.line}>
        <h1 ref={heading} tabIndex={-1}>
          {title.split(number).map((part, index) =>
            index % 2 === 0 ? (
              part
            ) : (
              <span key={index} className={styles.whole}>
                {part}
              </span>
            ),
          )}
        </h1>
        {aside}
      </div>
      {children ? <div className={styles.under}>{children}</div> : null}
    </div>
  );
};
