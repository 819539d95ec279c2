import { useState } from 'react';
import { formatPhone, fullName, roleLabels } from '#domain';
import { NeedsSignal, useSession } from '#platform';
import { Button, Card, Row, RowList } from '#ui';
import { ChangeMail } from './change-mail.tsx';
import { ChangePhone } from './change-phone.tsx';

/** The person's own data (domain.md §2.14, Mi perfil). */
export const Profile = () => {
  const { state } = useSession();
  const [open, setOpen] = useState<'mail' | 'phone' | null>(null);
  const close = (): void => setOpen(null);
  const { user } = state;
  if (!user) return null;
  const farm = state.organizations.find((item) => item.organization.id === state.selectedId)?.organization.name;
  return (
    <>
      <NeedsSignal />
      {open === 'mail' ? <ChangeMail userId={user.id} onClose={close} /> : null}
      {open === 'phone' ? <ChangePhone userId={user.id} onClose={close} /> : null}
      <Card title="Tus datos" flush>
        <RowList label="Tus datos">
          <li>
            <Row
              title={fullName(user)}
              subtitle={state.role && farm ? `${roleLabels[state.role]} en ${farm}` : 'Tu nombre'}
            />
          </li>
          <li>
            <Row
              title={user.email === '' ? 'Sin correo' : user.email}
              subtitle={user.email === '' ? 'Con uno podés recuperar tu contraseña' : 'Correo con el que ingresás'}
              actions={
                open === 'mail' ? null : (
                  <Button onClick={() => setOpen('mail')}>
                    {user.email === '' ? 'Agregar correo' : 'Cambiar correo'}
                  </Button>
                )
              }
            />
          </li>
          {user.login_name ? (
            <li>
              <Row title={<span translate="no">{user.login_name}</span>} subtitle="Nombre con el que ingresás" />
            </li>
          ) : null}
          <li>
            <Row
              title={user.phone ? formatPhone(user.phone) : 'Sin celular'}
              subtitle="Celular"
              actions={
                open === 'phone' ? null : (
                  <Button onClick={() => setOpen('phone')}>{user.phone ? 'Cambiar celular' : 'Agregar celular'}</Button>
                )
              }
            />
          </li>
        </RowList>
      </Card>
    </>
  );
};
