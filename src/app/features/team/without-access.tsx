import { KeyRound, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/endpoints/account.ts';
import { FailedNotice, useAsk, useFarm, useNoSignal } from '#platform';
import { Button, Card, Cluster, Segmented, toastSuccess } from '#ui';
import { type Activation, activationOf, InvitationLink, type InvitationMade } from './activation-link.tsx';
import { endpoints } from '#contract/endpoints.ts';
import { addUserAdminForm, displayName, formatPhone, fullName, personForm, type Role } from '#domain';
import { useForm, useTab, useTry } from '#forms';
import { MailText, PhoneText, RoleField, TeamForm, TeamText, typedPhone } from './team-form.tsx';

interface WithoutAccessProps {
  readonly person: Member;
  readonly onMade: (link: Activation) => void;
}

export const WithoutAccess = ({ person, onMade }: WithoutAccessProps) => {
  const noSignal = useNoSignal();
  const [part, setPart] = useState<'name' | 'access' | null>(null);
  if (part === 'name') {
    return (
      <Card title="Nombre y celular">
        <PersonForm
          person={person}
          onSaved={(name) => {
            toastSuccess(`Guardado: ${name}`);
            setPart(null);
          }}
        />
        <Back onBack={() => setPart(null)} />
      </Card>
    );
  }
  if (part === 'access') {
    return (
      <Card title="Dar acceso a la app">
        <Access person={person} onMade={onMade} />
        <Back onBack={() => setPart(null)} />
      </Card>
    );
  }
  return (
    <Cluster>
      <Button disabled={noSignal} icon={<Pencil />} onClick={() => setPart('name')}>
        Cambiar sus datos
      </Button>
      <Button disabled={noSignal} icon={<KeyRound />} onClick={() => setPart('access')}>
        Dar acceso a la app
      </Button>
    </Cluster>
  );
};

const Access = ({ person, onMade }: WithoutAccessProps) => {
  const [way, setWay] = useState<'link' | 'mail'>('link');
  return (
    <>
      <Segmented
        label="Cómo entra"
        options={[
          { value: 'link', label: 'Con un enlace' },
          { value: 'mail', label: 'Con su correo' },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'link' ? <InvitePerson person={person} /> : <GiveAccess person={person} onMade={onMade} />}
    </>
  );
};

const Back = ({ onBack }: { readonly onBack: () => void }) => (
  <Button variant="quiet" onClick={onBack}>
    Volver
  </Button>
);

interface GiveAccessProps {
  readonly person: Member;
  readonly onMade: (link: Activation) => void;
}

/** Gives an account to somebody who had none; their tasks stay theirs (domain.md §2.12). */
const GiveAccess = ({ person, onMade }: GiveAccessProps) => {
  const farm = useFarm();
  const ask = useAsk();
  const { id: user_id, first_name } = person;
  const form = useForm({
    start: { last_name: person.last_name, email: '', role: 'user' },
    keeping: useTab(`dar acceso ${user_id}`),
    read: (typed) =>
      addUserAdminForm.safeParse({ ...typed, first_name, user_id, organization_id: farm.organizationId }),
    save: async (body) => {
      const made = await ask(endpoints.addUserAdmin, { body });
      if (!made.ok) return made.problem;
      onMade(activationOf(made.value));
      await farm.acts.sendNow();
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <p>{displayName(first_name)} va a tener su cuenta, con las tareas que ya tiene.</p>
      {person.last_name === '' ? <TeamText label="Apellido" {...form.bind('last_name')} /> : null}
      <MailText {...form.bind('email')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};

/** Invites a person without access; their tasks stay theirs (domain.md §2.12). */
const InvitePerson = ({ person }: { readonly person: Member }) => {
  const { organizationId: organization_id } = useFarm();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [role, setRole] = useState<Role>('user');
  const [made, setMade] = useState<InvitationMade | null>(null);
  const { id: user_id, first_name, last_name } = person;
  const phone = typeof person.phone === 'string' ? person.phone : null;
  const invite = useTry(async () => {
    const body = { organization_id, user_id, first_name, last_name, phone, role };
    const asked = await ask(endpoints.invite, { body });
    if (!asked.ok) return asked.problem.message;
    const { invitation_url: url, expires_at: expiresAt } = asked.value;
    setMade({ name: first_name, phone, url, expiresAt });
    return null;
  });
  if (made) return <InvitationLink {...made} />;
  return (
    <>
      <p>{displayName(first_name)} recibe un enlace y entra con las tareas que ya tiene.</p>
      <RoleField value={role} onChange={setRole} />
      <FailedNotice message={invite.failed} />
      <Button variant="primary" wide busy={invite.busy} disabled={noSignal} onClick={invite.run}>
        Invitar
      </Button>
    </>
  );
};

interface PersonFormProps {
  readonly person: Member | null;
  readonly onSaved: (name: string) => void;
}

/** Name and phone of a person without access (domain.md §2.12). */
export const PersonForm = ({ person, onSaved }: PersonFormProps) => {
  const farm = useFarm();
  const ask = useAsk();
  const form = useForm({
    start: typedOf(person),
    keeping: useTab(`sin acceso ${person?.id ?? farm.organizationId}`),
    read: ({ phone, ...typed }) =>
      personForm.safeParse({ ...typed, phone: typedPhone(phone), organization_id: farm.organizationId }),
    save: async (body) => {
      const saved = person
        ? await ask(endpoints.changePerson, { params: { userId: person.id }, body })
        : await ask(endpoints.addPerson, { body });
      if (!saved.ok) return saved.problem;
      await farm.acts.sendNow();
      onSaved(fullName(saved.value.user));
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel={person ? 'Guardar cambios' : 'Agregar sin acceso'}>
      <TeamText label="Nombre" hint="Como lo llaman en el campo" {...form.bind('first_name')} />
      <TeamText label="Apellido" optional {...form.bind('last_name')} />
      <PhoneText {...form.bind('phone')} />
    </TeamForm>
  );
};

const typedOf = (person: Member | null) => {
  const phone = person?.phone;
  return {
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    phone: typeof phone === 'string' ? formatPhone(phone) : '',
  };
};
