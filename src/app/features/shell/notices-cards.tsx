import { type ReactNode, useState } from 'react';
import { ButtonTo } from '#platform';
import { type IconBadge, useIconBadge } from '#update/icon-badge.ts';
import { useInstall } from '#update/install.ts';
import { Button, Card, CheckField, Notice, Stack } from '#ui';
import { canVibrate } from '#ui/vibration.ts';
import { useVibration } from './theme-store.ts';

/** How the app notifies on this device (domain.md §2.14, Notificaciones). */
export const NoticesCards = () => (
  <Stack>
    <Card title="Vibración">
      <VibrationField />
    </Card>
    <Card title="Número en el ícono">
      <IconNumber />
    </Card>
    <Notice title="Con la app cerrada no llegan avisos">
      Al abrirla, Inicio te muestra tus tareas de hoy y las vencidas, también sin señal.
    </Notice>
  </Stack>
);

const VibrationField = () => {
  const { choice, choose } = useVibration();
  const can = canVibrate();
  return (
    <CheckField
      label="Vibración al guardar"
      hint={
        can
          ? 'También al contar y al dejar el dedo apoyado.'
          : 'Este navegador no deja que la app haga vibrar el celular.'
      }
      checked={can && choice}
      disabled={!can}
      onChange={choose}
    />
  );
};

const alwaysInside = 'Dentro de la app, cuántos registros faltan enviar se ve siempre arriba.';

const IconNumber = () => {
  const { badge } = useIconBadge();
  const { way } = useInstall();
  if (way === 'ios')
    return <Words action={<InstallLink />}>En iPhone el número aparece cuando instalás la app en el inicio.</Words>;
  if (badge === 'unsupported') return <Words>Este navegador no pone números en el ícono. {alwaysInside}</Words>;
  if (way !== 'installed')
    return (
      <Words action={way === 'prompt' ? <InstallLink /> : null}>El número aparece cuando la app está instalada.</Words>
    );
  return badge === 'ask' ? <Permission /> : <Words isTrouble={badge !== 'shown'}>{installedWords[badge]}</Words>;
};

const installedWords: Readonly<Record<Exclude<IconBadge, 'ask' | 'unsupported'>, string>> = {
  shown: 'El ícono muestra cuántos registros faltan enviar. Se pone al día mientras la app está abierta.',
  denied: `Las notificaciones de Tranquera están bloqueadas en este celular. Para ver el número, permitilas en Ajustes › Notificaciones › Tranquera. ${alwaysInside}`,
  refused: `Este celular no dejó poner el número en el ícono. ${alwaysInside}`,
};

/** Permission is asked on a tap, never on opening (ux.md §2.6, 9). */
const Permission = () => {
  const { ask } = useIconBadge();
  const [isUnanswered, setIsUnanswered] = useState(false);
  return (
    <Stack>
      <p>
        Para mostrar cuántos registros faltan enviar, el celular pide tu permiso de notificaciones. Tranquera lo usa
        solo para ese número.
      </p>
      {isUnanswered ? (
        <Notice tone="warn" role="status">
          El permiso quedó sin dar. Podés pedirlo de nuevo.
        </Notice>
      ) : null}
      <Button onClick={() => void ask().then((isAllowed) => setIsUnanswered(!isAllowed))}>Permitir avisos</Button>
    </Stack>
  );
};

const InstallLink = () => (
  <ButtonTo to="/configuration" search={{ seccion: 'celular' }}>
    Instalar la app
  </ButtonTo>
);

interface WordsProps {
  readonly isTrouble?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const Words = ({ isTrouble = false, action = null, children }: WordsProps) =>
  isTrouble ? (
    <Notice tone="warn" role="status">
      {children}
    </Notice>
  ) : (
    <Stack>
      <p role="status">{children}</p>
      {action}
    </Stack>
  );
