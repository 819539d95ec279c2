import { Categories } from '#features/categories/categories.tsx';
import { Configuration } from '#features/configuration/configuration.tsx';
import { DeleteAccount, LeaveSession } from '#features/configuration/delete-account.tsx';
import { ExportSection } from '#features/configuration/export-section.tsx';
import { Organization } from '#features/configuration/organization.tsx';
import { Profile } from '#features/configuration/profile.tsx';
import { Security } from '#features/configuration/security.tsx';
import { InstallCard } from '#features/install/install.tsx';
import { KeysCard, LookCard, OfflineCard } from '#features/shell/device-cards.tsx';
import { NoticesCards } from '#features/shell/notices-cards.tsx';
import { useFarmStatus } from '#platform';
import { useSheetStep } from './-sheet-step.ts';

export const ConfigurationScreen = ({ open }: { readonly open: string | null }) => {
  const { waiting, withError } = useFarmStatus();
  const contents = {
    pantalla: (
      <>
        <LookCard />
        <KeysCard />
      </>
    ),
    notificaciones: <NoticesCards />,
    celular: (
      <>
        <OfflineCard />
        <InstallCard />
      </>
    ),
    perfil: <Profile />,
    seguridad: <Security />,
    establecimiento: <Organization unsent={waiting + withError} />,
    categorias: <Categories {...useSheetStep()} />,
    exportar: <ExportSection />,
    eliminar: <DeleteAccount />,
  };
  return (
    <Configuration contents={contents} open={open}>
      <LeaveSession />
    </Configuration>
  );
};
