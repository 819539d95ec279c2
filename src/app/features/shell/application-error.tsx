import { sentences } from '#contract/sentences.ts';
import { Button } from '#ui/button.tsx';
import { Cluster, Stack } from '#ui/stack.tsx';

interface ApplicationErrorProps {
  readonly error: unknown;
  readonly reset?: () => void;
}

/** Error boundary of the router (product.md §8 fixes the English heading). */
export const ApplicationError = ({ error, reset }: ApplicationErrorProps) => {
  const isOldFile = error instanceof Error && /dynamically imported module|preload/i.test(error.message);
  return (
    <main style={{ padding: 24, maxWidth: 640 }}>
      <Stack>
        <h1 lang="en">{sentences.applicationError}</h1>
        <p>
          {isOldFile
            ? 'Falta actualizar la app: hay una versión nueva y esta pantalla ya no está. Tus registros están guardados.'
            : 'Algo falló en esta pantalla. Lo demás sigue andando, y tus registros están guardados en este celular.'}
        </p>
        <Cluster>
          {reset && !isOldFile ? (
            <Button variant="primary" onClick={reset}>
              Reintentar
            </Button>
          ) : null}
          <Button
            {...(!reset || isOldFile ? { variant: 'primary' as const } : {})}
            onClick={() => window.location.reload()}
          >
            Recargar
          </Button>
          <Button onClick={() => window.location.assign('/')}>Ir al inicio</Button>
        </Cluster>
      </Stack>
    </main>
  );
};
