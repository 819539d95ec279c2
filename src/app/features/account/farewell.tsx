import { sentences } from '#contract/sentences.ts';
import { useSession } from '#platform/session-context.tsx';
import { Notice } from '#ui/notice.tsx';

/** Spanish meaning of the fixed English sentences (ux.md §0.2, E). */
const meanings: Readonly<Record<string, string>> = {
  [sentences.sessionTerminated]: 'Tu sesión terminó. Ingresá de nuevo: tus registros siguen guardados en este celular.',
  [sentences.logoutWithApiError]:
    'Saliste de este celular, pero no se le pudo avisar al servidor. Tus registros siguen guardados acá.',
};

/** Why the session ended, above the log-in form (product.md §8). */
export const Farewell = () => {
  const { farewell } = useSession().state;
  if (farewell === null) return null;
  const meaning = meanings[farewell];
  if (meaning === undefined) return <Notice role="status">{farewell}</Notice>;
  return (
    <Notice role="status">
      <p>{meaning}</p>
      <p lang="en">{farewell}</p>
    </Notice>
  );
};
