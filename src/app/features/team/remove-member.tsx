import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { displayName, fullName } from '#domain';
import { FailedNotice, useFarm, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, ConfirmDialog, toastSuccess } from '#ui';

interface RemoveMemberProps {
  readonly member: Member;
  readonly onGone: () => void;
}

/** Removes a member; their records stay, and unsent ones still arrive (domain.md §2.12). */
export const RemoveMember = ({ member, onGone }: RemoveMemberProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const remove = useOnce(async () => {
    const removed = await ask(session, endpoints.removeUser, {
      params: { userId: member.id },
      body: { organization_id: farm.organizationId },
    });
    setAsking(false);
    setFailed(removed.ok ? null : removed.problem.message);
    if (!removed.ok) return;
    toastSuccess(`${displayName(member.first_name)} ya no está en el equipo`);
    await farm.acts.sendNow();
    onGone();
  });
  return (
    <>
      <FailedNotice message={failed} />
      <Button variant="danger" disabled={noSignal} icon={<UserMinus />} onClick={() => setAsking(true)}>
        Quitar del equipo
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={remove.busy}
        title={`¿Quitar a ${fullName(member)}?`}
        confirmLabel="Quitar"
        onConfirm={() => void remove.run()}
        onClose={() => setAsking(false)}
      >
        {member.state === 'sin_acceso'
          ? 'No se le pueden dar más tareas. Su nombre queda en las que ya tiene.'
          : 'Deja de ver el establecimiento. Sus registros quedan a su nombre, y los que todavía no envió llegan a «A revisar».'}
      </ConfirmDialog>
    </>
  );
};
