import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useOnce } from '../../frame/forms/use-once.ts';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { AccountPage } from './account-page.tsx';
import { forgetInvitation } from './invitation.ts';

/** Asks somebody who is signed in whether he joins the team that invited him; `onDone` when he is in, or lets it be. */
export const Join = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const { session } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const join = useOnce(async () => {
    setFailed(null);
    const joined = await ask(session, endpoints.acceptInvitation, { body: { token } });
    if (!joined.ok) return setFailed(joined.problem.message);
    const { id, name } = joined.value.organization;
    await session.reloadOrganizations();
    session.select(id);
    toastSuccess(`Ya estás en ${name}`);
    forgetInvitation();
    return onDone();
  });
  const letBe = (): void => {
    forgetInvitation();
    onDone();
  };
  return (
    <AccountPage
      title="Te invitaron a un equipo"
      onSubmit={() => void join.run()}
      footer={
        <Button variant="quiet" onClick={letBe}>
          Seguir sin sumarme
        </Button>
      }
    >
      <p>Si te sumás, el equipo ve tu nombre y tu teléfono. Hasta entonces no ve nada de vos.</p>
      <FailedNotice message={failed} />
      <Button type="submit" variant="primary" wide busy={join.busy}>
        {failed === null ? 'Sumarme al equipo' : 'Probar de nuevo'}
      </Button>
    </AccountPage>
  );
};
