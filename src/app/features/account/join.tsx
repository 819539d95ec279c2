import { useCallback, useEffect, useRef, useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingRing } from '../../ui/loading-ring.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { AccountPage } from './account-page.tsx';
import { forgetInvitation } from './invitation.ts';

/** Takes somebody who is signed in onto the team that invited him; `onDone` when he is in, or lets it be. */
export const Join = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const { session } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const isAsked = useRef(false);
  const join = useCallback(async () => {
    setFailed(null);
    const joined = await ask(session, endpoints.acceptInvitation, { body: { token } });
    if (!joined.ok) return setFailed(joined.problem.message);
    const { id, name } = joined.value.organization;
    await session.reloadOrganizations();
    session.select(id);
    toastSuccess(`Ya estás en ${name}`);
    forgetInvitation();
    onDone();
  }, [session, token, onDone]);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void join();
  }, [join]);
  if (failed === null) return <LoadingRing />;
  const letBe = (): void => {
    forgetInvitation();
    onDone();
  };
  return (
    <AccountPage
      title="Sumarte al equipo"
      onSubmit={() => void join()}
      footer={
        <Button variant="quiet" onClick={letBe}>
          Seguir sin sumarme
        </Button>
      }
    >
      <FailedNotice message={failed} />
      <Button type="submit" variant="primary" wide>
        Probar de nuevo
      </Button>
    </AccountPage>
  );
};
