import type { ReactNode } from 'react';

export interface PageFormProps {
  /** For a submit button outside. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form submitted by script. Its fields show the errors, not the browser. */
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
