import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageForm } from '#forms/page-form.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Stack } from '#ui/stack.tsx';
import styles from './account.module.css';

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
