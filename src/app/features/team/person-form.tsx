import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { formatPhone, fullName, personForm } from '#domain';
import { useAsk, useFarm } from '#platform';
import { useForm, useTab } from '#forms';
import { PhoneText, TeamForm, TeamText, typedPhone } from './team-form.tsx';

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
