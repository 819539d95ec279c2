import type { ReactNode } from 'react';

export interface PageFormProps {
  /** For a button outside of it. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that the page sends by itself. What is wrong with it is said by its fields, in our words: the browser's own do not come in between. */
export const PageForm = ({ onSubmit, ...rest }: PageFormProps) => (
  <form
    {...rest}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
