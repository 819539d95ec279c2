import { useSearch } from '@tanstack/react-router';
import { Configuration } from '#features/configuration/configuration.tsx';
import { DeleteAccount, LeaveSession } from '#features/configuration/delete-account.tsx';
import { Profile } from '#features/configuration/profile.tsx';
import { Security } from '#features/configuration/security.tsx';
import { LookCard } from '#features/shell/device-cards.tsx';
import { AppBar, AppShell } from '#ui';
import { LeftFarms } from './-left-records.tsx';
import { BackHome } from '#features/organization/first-organization.tsx';

export const AccountOnly = () => {
  const { seccion } = useSearch({ strict: false });
  const contents = {
    pantalla: <LookCard />,
    perfil: <Profile />,
    seguridad: <Security />,
    eliminar: <DeleteAccount />,
  };
  return (
    <AppShell top={<AppBar start={<BackHome />} />}>
      <LeftFarms />
      <Configuration contents={contents} open={seccion ?? null}>
        <LeaveSession />
      </Configuration>
    </AppShell>
  );
};
