import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { NewInvoiceScreen } from '#features/billing/new-invoice-screen.tsx';
import { wordIn } from './-overlays.ts';

/** Name under which the service worker stored what was shared (sw/sw.ts). */
const search = (search: Record<string, unknown>): { compartido?: string | undefined } => ({
  compartido: wordIn(search, 'compartido'),
});

const Screen = () => {
  const navigate = useNavigate();
  const { compartido } = Route.useSearch();
  return (
    <NewInvoiceScreen
      key={compartido ?? ''}
      fromPaper={true}
      share={compartido ?? null}
      onDone={(id, toStock) =>
        void navigate({ to: '/billing/$id', params: { id }, search: toStock ? { hoja: 'stock' } : {}, replace: true })
      }
    />
  );
};

export const Route = createFileRoute('/_farm/upload-invoice')({ component: Screen, validateSearch: search });
