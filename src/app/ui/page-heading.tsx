import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  readonly title: string;
  /** Under the title: counts, badges. */
  readonly children?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
}

/** `00003-00001249`: a browser would break it at its hyphen. */
const number = /(\d+-\d+)/;

/** The h1 of a screen. Names the window and takes the focus on arrival, so that a reader hears where it is (WCAG 2.4.2). */
export const PageHeading = ({ title, children, aside }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tranquera`;
  }, [title]);
  useEffect(() => {
    // A dialog opened by the address keeps its focus, and so does a field that somebody types in already.
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
