import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFarmStatus, useSession } from '#platform';
import { BlockingScreen, Button } from '#ui';
import { counted } from '#domain';

/** Nothing tells somebody that he is on the team again: it is polled. */
const askAgainMs = 15_000;

/** Covers the farm of somebody off its team. His drafts are kept. */
export const OffTeamScreen = () => {
  const { session, state } = useSession();
  const navigate = useNavigate();
  const { waiting, withError } = useFarmStatus();
  useEffect(() => {
    const asking = setInterval(() => void session.reloadOrganizations(), askAgainMs);
    return () => clearInterval(asking);
  }, [session]);
  const name = state.open?.organization.name ?? '';
  const goOn = async (organizationId: string | null): Promise<void> => {
    // Navigates first: a form open here must not open in the other farm.
    await navigate({ to: '/dashboard', search: {} });
    session.select(organizationId);
  };
  return (
    <BlockingScreen title={offTeam.title(name)}>
      <p>{offTeam.kept}</p>
      {waiting > 0 ? <p>{offTeam.unsent(waiting)}</p> : null}
      {withError > 0 ? <p>{offTeam.refused(withError)}</p> : null}
      {state.organizations.map(({ organization }, index) => (
        <Button
          key={organization.id}
          {...(index === 0 && { variant: 'primary' as const })}
          wide
          onClick={() => void goOn(organization.id)}
        >
          {offTeam.goTo(organization.name)}
        </Button>
      ))}
      {state.organizations.length === 0 ? (
        <Button variant="primary" wide onClick={() => void goOn(null)}>
          {offTeam.goOn}
        </Button>
      ) : null}
    </BlockingScreen>
  );
};

const offTeam = {
  title: (farm: string): string => `Ya no estás en ${farm}`,
  kept: 'Si estabas escribiendo algo, queda guardado en este celular: si te vuelven a sumar, lo encontrás como lo dejaste.',
  unsent: (count: number): string =>
    `${counted(count, 'registro')} sin enviar de este celular: se envían solos para que los vea la oficina.`,
  refused: (count: number): string =>
    `El servidor no aceptó ${counted(count, 'registro')}: ${count === 1 ? 'sigue guardado' : 'siguen guardados'} en este celular.`,
  goTo: (farm: string): string => `Ir a ${farm}`,
  goOn: 'Seguir',
} as const;
