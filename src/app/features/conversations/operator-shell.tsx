import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppBar, AppShell } from '#ui';
import styles from './conversations.module.css';

interface OperatorShellProps {
  readonly back: '/dashboard' | '/conversations';
  readonly children: ReactNode;
}

/** Frame of the platform's screens, which belong to no farm. */
export const OperatorShell = ({ back, children }: OperatorShellProps) => (
  <AppShell
    top={
      <AppBar
        start={
          <Link to={back} className={styles.back}>
            <ArrowLeft size={26} />
            {back === '/conversations' ? 'Conversaciones' : 'Inicio'}
          </Link>
        }
      />
    }
  >
    {children}
  </AppShell>
);
