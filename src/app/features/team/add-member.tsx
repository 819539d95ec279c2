import { useState } from 'react';
import { Notice, Segmented, Sheet } from '#ui';
import { PersonForm } from './without-access.tsx';
import { endpoints } from '#contract/endpoints.ts';
import { addUserAdminForm, addUserForm, inviteForm } from '#domain';
import { useAsk, useFarm } from '#platform';
import { useForm, useTab } from '#forms';
import {
  type Activation,
  ActivationLink,
  activationOf,
  InvitationLink,
  type InvitationMade,
  PersonalLink,
} from './activation-link.tsx';
import { MailText, PhoneText, RoleField, TeamForm, TeamText, typedPhone } from './team-form.tsx';
import { accountSentences } from '#contract/sentences-account.ts';

interface AddMemberProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Ways onto the team (domain.md §2.12). */
export const AddMember = ({ onClose, onChanged }: AddMemberProps) => {
  const [way, setWay] = useState<'link' | 'ask' | 'make' | 'without'>('link');
  return (
    <Sheet open title="Agregar integrante" onClose={onClose}>
      {way === 'link' ? <InviteByName onChanged={onChanged} /> : null}
      {way === 'ask' ? <AskByMail onChanged={onChanged} /> : null}
      {way === 'make' ? <MakeAccount onChanged={onChanged} /> : null}
      {way === 'without' ? <AddPerson /> : null}
      <p>Otras formas de sumar a alguien:</p>
      <Segmented
        label="Cómo se suma"
        options={[
          { value: 'link', label: 'Con un enlace' },
          { value: 'ask', label: 'Por su correo' },
          { value: 'make', label: 'Crear su cuenta' },
          { value: 'without', label: 'Sin acceso a la app' },
        ]}
        value={way}
        onChange={setWay}
      />
    </Sheet>
  );
};

/** Somebody without an account who can be given tasks; the form stays for the next one. */
export const AddPerson = () => {
  const [added, setAdded] = useState<readonly string[]>([]);
  const last = added.at(-1);
  return (
    <>
      <p>Le podés dar tareas. No tiene correo ni contraseña: no ingresa a la app ni ve nada del establecimiento.</p>
      {last === undefined ? null : (
        <Notice tone="ok" role="status" title={last}>
          Ya está en el equipo, sin acceso a la app.
        </Notice>
      )}
      <PersonForm key={added.length} person={null} onSaved={(name) => setAdded((before) => [...before, name])} />
    </>
  );
};

/** Invites by name alone: the link goes by message or is read off this screen (domain.md §2.12). */
export const InviteByName = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [made, setMade] = useState<readonly InvitationMade[]>([]);
  const last = made.at(-1);
  return (
    <>
      {last ? <InvitationLink {...last} /> : null}
      <InviteForm
        key={made.length}
        onMade={(one) => {
          setMade((before) => [...before, one]);
          onChanged();
        }}
      />
    </>
  );
};

const InviteForm = ({ onMade }: { readonly onMade: (made: InvitationMade) => void }) => {
  const farm = useFarm();
  const ask = useAsk();
  const form = useForm({
    start: { first_name: '', phone: '', role: 'user' },
    keeping: useTab(`invitar ${farm.organizationId}`),
    read: ({ phone, ...typed }) =>
      inviteForm.safeParse({ ...typed, phone: typedPhone(phone), organization_id: farm.organizationId }),
    save: async (body) => {
      const asked = await ask(endpoints.invite, { body });
      if (!asked.ok) return asked.problem;
      const { invitation_url: url, expires_at: expiresAt } = asked.value;
      onMade({ name: body.first_name, phone: body.phone ?? null, url, expiresAt });
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Invitar">
      <TeamText label="Nombre" hint="Como lo llaman en el campo" {...form.bind('first_name')} />
      <PhoneText {...form.bind('phone')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};

const blank = { first_name: '', last_name: '', email: '', phone: '', role: 'user' };

interface Made extends Activation {
  readonly name: string;
}

/** Makes an account; its owner chooses the password by a single-use link (trust.md rows 48, 49). */
export const MakeAccount = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <ActivationLink {...made} title="La cuenta está creada" />;
  return (
    <AccountForm
      onMade={(account) => {
        setMade(account);
        onChanged();
      }}
    />
  );
};

const AccountForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const farm = useFarm();
  const ask = useAsk();
  const form = useForm({
    start: blank,
    keeping: useTab(`crear cuenta ${farm.organizationId}`),
    read: ({ phone, ...typed }) =>
      addUserAdminForm.safeParse({ ...typed, phone: typedPhone(phone), organization_id: farm.organizationId }),
    save: async (body) => {
      const added = await ask(endpoints.addUserAdmin, { body });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onMade({ name: body.first_name, ...activationOf(added.value) });
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <TeamText label="Nombre" {...form.bind('first_name')} />
      <TeamText label="Apellido" {...form.bind('last_name')} />
      <MailText {...form.bind('email')} />
      <PhoneText {...form.bind('phone')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};

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
  const ask = useAsk();
  const form = useForm({
    start: { email: '', role: 'user' },
    keeping: useTab(`sumar ${farm.organizationId}`),
    read: (typed) => addUserForm.safeParse({ ...typed, organization_id: farm.organizationId }),
    save: async (body) => {
      const added = await ask(endpoints.addUser, { body });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onAsked(askedOf(body.email, added.value));
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Agregar al equipo">
      <MailText hint="La invitación vale 7 días: entra cuando la acepta." {...form.bind('email')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};
