import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageForm } from '#forms/page-form.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Stack } from '#ui/stack.tsx';
import styles from './account.module.css';
import { limits } from '#domain/limits.ts';
import { PasswordField, type PasswordFieldProps, TextField, type TextFieldProps } from '#ui/text-field.tsx';

interface AccountPageProps {
  readonly title: string;
  /** Absent without a form. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** Frame of the screens before signing in. */
export const AccountPage = ({ title, onSubmit, children, footer }: AccountPageProps) => {
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <Link to="/" className={styles.back} aria-label="Volver al inicio">
          <ArrowLeft size={26} />
        </Link>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <strong>Tranquera</strong>
      </header>
      <PageHeading title={title} />
      {onSubmit ? (
        <PageForm onSubmit={onSubmit}>
          <Stack>{children}</Stack>
        </PageForm>
      ) : (
        <Stack>{children}</Stack>
      )}
      <div className={styles.footer}>{footer}</div>
    </main>
  );
};

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

export const MailField = (props: Bound & Pick<TextFieldProps, 'optional' | 'hint' | 'autoComplete'>) => (
  <TextField
    label="Correo electrónico"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    {...props}
  />
);

/** A fixed user name, for password managers to read. */
export const ShownName = (props: Pick<TextFieldProps, 'label' | 'hint' | 'type' | 'value'>) => (
  <TextField autoComplete="username" readOnly onChange={() => undefined} {...props} />
);

export const MailShown = ({ email }: { readonly email: string }) => (
  <ShownName label="Correo electrónico" type="email" value={email} />
);

export const NewPassword = (props: Bound & Partial<Pick<PasswordFieldProps, 'label'>>) => (
  <PasswordField
    label="Contraseña"
    hint={`Al menos ${limits.passwordMinLength} caracteres`}
    autoComplete="new-password"
    {...props}
  />
);
