import { Link } from '@tanstack/react-router';
import { ButtonTo } from '#platform/links.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountPage } from './account-page.tsx';
import { RecoveryCode } from './recovery-code.tsx';
import { RecoveryMail } from './recovery-mail.tsx';
import { RecoveryPassword } from './recovery-password.tsx';
import { useRecovery } from './recovery-state.ts';

/** Password recovery by a mailed code (trust.md rows 39-45). */
export const Recovery = () => {
  const [recovery, change] = useRecovery();
  if (recovery.step === 'email') return <RecoveryMail recovery={recovery} onChange={change} />;
  if (recovery.step === 'code') return <RecoveryCode recovery={recovery} onChange={change} />;
  if (recovery.step === 'password') return <RecoveryPassword recovery={recovery} onChange={change} />;
  return (
    <AccountPage
      title="Contraseña cambiada"
      footer={
        <p>
          ¿No fuiste vos? Escribile a quien administra tu equipo y <Link to="/recovery">pedí otro código</Link>.
        </p>
      }
    >
      <Notice tone="ok" role="status">
        Se cerraron todas tus sesiones. Los registros que esperan en tus celulares siguen guardados: se envían cuando
        ingreses en cada uno.
      </Notice>
      <ButtonTo to="/log-in" variant="primary" wide>
        Ingresar
      </ButtonTo>
    </AccountPage>
  );
};
