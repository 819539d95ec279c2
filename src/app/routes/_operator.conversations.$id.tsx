import { createFileRoute } from '@tanstack/react-router';
import { ConversationScreen } from '../features/conversations/conversation-screen.tsx';
import { OperatorShell } from '../features/conversations/operator-shell.tsx';

const Screen = () => {
  const { id } = Route.useParams();
  return (
    <OperatorShell back="/conversations">
      <ConversationScreen key={id} id={id} />
    </OperatorShell>
  );
};

export const Route = createFileRoute('/_operator/conversations/$id')({ component: Screen });
