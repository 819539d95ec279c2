import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFarmStatus } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { StorageBanners } from './storage-banners.tsx';
import { useUpdates } from './updates-context.tsx';

/** What the whole app has to say, quietly, above every screen. */
export const Banners = () => {
  const { state } = useSession();
  const { isReady, apply, bring } = useUpdates();
  const { mustUpdate } = useFarmStatus();
  return (
    <>
      <StorageBanners />
      {state.expired ? (
        <Notice tone="warn" action={<ButtonTo to="/log-in">Iniciar sesión</ButtonTo>}>
          Tu sesión venció: iniciá sesión cuando tengas señal; tus registros están guardados
        </Notice>
      ) : null}
      {mustUpdate ? (
        <Notice tone="warn" action={<Button onClick={bring}>Actualizar</Button>}>
          Falta actualizar la app. Podés seguir registrando: tus registros están guardados en este celular y se envían
          después de actualizar.
        </Notice>
      ) : isReady ? (
        <Notice tone="info" action={<Button onClick={apply}>Actualizar</Button>}>
          Hay una versión nueva.
        </Notice>
      ) : null}
    </>
  );
};
