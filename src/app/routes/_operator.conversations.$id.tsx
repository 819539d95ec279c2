import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ConversationScreen, OperatorShell } from '#features/conversations/conversations-screen.tsx';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  const toInvoice = (compartido: string): void => void navigate({ to: '/upload-invoice', search: { compartido } });
  return (
    <OperatorShell back="/conversations">
      <ConversationScreen key={id} id={id} onInvoice={toInvoice} />
    </OperatorShell>
  );
};

export const Route = createFileRoute('/_operator/conversations/$id')({ component: Screen });
