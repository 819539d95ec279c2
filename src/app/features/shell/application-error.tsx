import { sentences } from '#contract/sentences.ts';
import { Button } from '#ui/button.tsx';
import { Cluster, Stack } from '#ui/stack.tsx';

interface ApplicationErrorProps {
  readonly error: unknown;
  readonly reset?: () => void;
}

/** Error boundary of the router (product.md §8 fixes the English heading). */
export const ApplicationError = ({ error, reset }: ApplicationErrorProps) => {
  const isMissing = error instanceof Error && /dynamically imported module|preload/i.test(error.message);
  return (
    <main style={{ padding: 24, maxWidth: 640 }}>
      <Stack>
        <h1 lang="en">{sentences.applicationError}</h1>
        <p>
          {isMissing
            ? 'No llegó esta pantalla: falta señal, o hay una versión nueva de la app. Con señal, recargá. No se perdió ningún registro.'
            : 'Algo falló en esta pantalla. Lo demás sigue andando, y no se perdió ningún registro.'}
        </p>
        <Cluster>
          {reset && !isMissing ? (
            <Button variant="primary" onClick={reset}>
              Reintentar
            </Button>
          ) : null}
          <Button
            {...(!reset || isMissing ? { variant: 'primary' as const } : {})}
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
