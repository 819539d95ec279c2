import { formatPhone } from '#domain/people/phone.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AccountPage } from './account-page.tsx';
import styles from './account.module.css';

export interface Made {
  readonly farm: string;
  readonly loginName: string;
  readonly phone: string | null;
  readonly hasMail: boolean;
}

/** What to log in with from now on. */
export const Welcome = ({ farm, loginName, phone, hasMail, onDone }: Made & { readonly onDone: () => void }) => (
  <AccountPage title={`Ya estás en ${farm}`} footer={null}>
    <Card title="Para volver a entrar">
      <p>
        Tu nombre: <strong translate="no">{loginName}</strong>
      </p>
      {phone === null ? null : (
        <p>
          O tu celular: <strong>{formatPhone(phone)}</strong>
        </p>
      )}
      <p>Y la contraseña que elegiste.</p>
      <p>
        {hasMail
          ? 'Si la olvidás, pedís un código a tu correo.'
          : 'Si la olvidás, quien administra el equipo te manda otra invitación y entrás con una cuenta nueva. Con un correo en Configuración › Mi perfil la recuperás vos.'}
      </p>
    </Card>
    <Button variant="primary" wide className={styles.start} onClick={onDone}>
      Empezar
    </Button>
  </AccountPage>
);
