import { createFileRoute } from '@tanstack/react-router';
import { ConversationsScreen } from '#features/conversations/conversations-screen.tsx';
import { OperatorShell } from '#features/conversations/operator-shell.tsx';

const Screen = () => (
  <OperatorShell back="/dashboard">
    <ConversationsScreen />
  </OperatorShell>
);

export const Route = createFileRoute('/_operator/conversations/')({ component: Screen });
