import { Button } from '#ui/button.tsx';
import { Stack } from '#ui/stack.tsx';

/** Shown instead of every screen where nothing can be stored (trust.md F16). */
export const NoStorage = () => (
  <main style={{ padding: 24, maxWidth: 640 }}>
    <Stack>
      <h1>Este navegador no deja guardar datos</h1>
      <p>
        Tranquera guarda cada registro en el dispositivo hasta que haya señal. Acá no puede: quizás es una ventana
        privada o de incógnito, o el navegador tiene bloqueados los datos de los sitios.
      </p>
      <p>Abrí Tranquera en una ventana común o con otro navegador.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Probar de nuevo
      </Button>
    </Stack>
  </main>
);

/** The data exists but does not open: the disk is full, or another version of the app or the browser holds it. */
export const ShutStorage = () => (
  <main style={{ padding: 24, maxWidth: 640 }}>
    <Stack>
      <h1>No se pudo abrir la memoria de este dispositivo</h1>
      <p>
        Lo que haya guardado sigue ahí. Puede que no quede lugar: borrá fotos o aplicaciones que no uses y probá de
        nuevo. Si hay lugar, cerrá las otras pestañas de Tranquera; si sigue igual, cerrá el navegador y volvé a
        abrirlo.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Probar de nuevo
      </Button>
    </Stack>
  </main>
);
