import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { addUserForm } from '#domain';
import { useFarm, useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { Notice, TextField } from '#ui';
import { PersonalLink } from './activation-link.tsx';
import { RoleField, TeamForm } from './team-form.tsx';

interface Asked {
  readonly email: string;
  readonly url: string | null;
  readonly isMailed: boolean;
}

/** A backend that does not report `mail_sent` sends mail. */
export const askedOf = (
  email: string,
  answer: { readonly invitation_url?: string | undefined; readonly mail_sent?: boolean | undefined },
): Asked => ({ email, url: answer.invitation_url ?? null, isMailed: answer.mail_sent !== false });

/** Invites an address: its owner gets a personal link and joins by accepting (trust.md row 50). */
export const AskByMail = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      {asked === null ? null : <AskedNotice {...asked} />}
      <AskForm
        key={asked?.email}
        onAsked={(answered) => {
          setAsked(answered);
          onChanged();
        }}
      />
    </>
  );
};

export const AskedNotice = ({ email, url, isMailed }: Asked) =>
  url === null ? (
    <Notice tone="ok" role="status" title={email}>
      {accountSentences.isMember}.
    </Notice>
  ) : (
    <PersonalLink url={url} label="Código con el enlace de la invitación" words="Te invito a Tranquera">
      <Notice tone="ok" role="status" title={email}>
        {isMailed
          ? `${accountSentences.asked}. También podés pasarle este enlace: dáselo solo a esa persona.`
          : `${accountSentences.noMailLink}, solo a esa persona. Entra al equipo cuando acepta la invitación.`}
      </Notice>
    </PersonalLink>
  );

const AskForm = ({ onAsked }: { readonly onAsked: (asked: Asked) => void }) => {
  const farm = useFarm();
  const { session } = useSession();
  const form = useForm({
    start: { email: '', role: 'user' },
    keeping: useTab(`sumar ${farm.organizationId}`),
    read: (typed) => addUserForm.safeParse({ ...typed, organization_id: farm.organizationId }),
    save: async (body) => {
      const added = await ask(session, endpoints.addUser, { body });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onAsked(askedOf(body.email, added.value));
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Agregar al equipo">
      <TextField
        label="Correo electrónico"
        hint="La invitación vale 7 días: entra cuando la acepta."
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        {...form.bind('email')}
      />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};
