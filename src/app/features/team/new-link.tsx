import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { FailedNotice, useFarm, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, Card } from '#ui';
import { type Activation, ActivationLink, activationOf } from './activation-link.tsx';

interface NewLinkProps {
  readonly member: Member;
  readonly email: string;
}

/** A new link for whoever has not chosen a password: the previous one was lost or its 48 hours are over. */
export const NewLink = ({ member, email }: NewLinkProps) => {
  const { organizationId: organization_id } = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [link, setLink] = useState<Activation | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const make = useOnce(async () => {
    const { first_name, last_name, role } = member;
    const body = { organization_id, first_name, last_name, email, role };
    const made = await ask(session, endpoints.addUserAdmin, { body });
    setFailed(made.ok ? null : made.problem.message);
    if (made.ok) setLink(activationOf(made.value));
  });
  return (
    <Card title="Todavía no entró">
      {link === null ? (
        <>
          <p>El enlace para elegir la contraseña vale 48 horas. Podés crear otro.</p>
          <FailedNotice message={failed} />
          <div>
            <Button busy={make.busy} disabled={noSignal} onClick={() => void make.run()}>
              Crear otro enlace
            </Button>
          </div>
        </>
      ) : (
        <ActivationLink {...link} name={member.first_name} title="Hay un enlace nuevo" />
      )}
    </Card>
  );
};
