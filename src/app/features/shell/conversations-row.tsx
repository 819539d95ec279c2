import { MessagesSquare } from 'lucide-react';
import { RowTo, useSession } from '#platform';

/** Link to the WhatsApp conversations; super admin only (product.md §6). */
export const ConversationsRow = () => {
  const { state } = useSession();
  if (!state.user?.is_super_admin) return null;
  return (
    <li>
      <RowTo
        to="/conversations"
        replace
        icon={<MessagesSquare size={26} />}
        title="Conversaciones"
        subtitle="Lo que se escribió por WhatsApp"
      />
    </li>
  );
};
