import { createFileRoute, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NewInvoiceScreen } from '../features/billing/new-invoice-screen.tsx';

/** The service worker says under which name it has kept what was shared (sw/share-target.ts). */
const search = z.object({ compartido: z.catch(z.optional(z.string()), undefined) });

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
