import { createFileRoute } from '@tanstack/react-router';
import { ConversationsScreen, OperatorShell } from '#features/conversations/conversations-screen.tsx';

const Screen = () => (
  <OperatorShell back="/dashboard">
    <ConversationsScreen />
  </OperatorShell>
);

export const Route = createFileRoute('/_operator/conversations/')({ component: Screen });
