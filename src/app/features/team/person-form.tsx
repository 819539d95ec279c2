import { endpoints } from '../../../contract/endpoints.ts';
import type { Member } from '../../../contract/endpoints/account.ts';
import { fullName } from '../../../domain/people/names.ts';
import { formatPhone } from '../../../domain/people/phone.ts';
import { personForm } from '../../../domain/people/team.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { ask } from '../../session/ask.ts';
import { PhoneText, TeamText, typedPhone } from './team-fields.tsx';
import { TeamForm } from './team-form.tsx';

const fields = ['first_name', 'last_name', 'phone'] as const;
type Name = (typeof fields)[number];

interface PersonFormProps {
  /** Null for somebody new. */
  readonly person: Member | null;
  /** His name as it is shown from now on. */
  readonly onSaved: (name: string) => void;
}

/** Name and telephone of somebody without access (domain.md §2.12): one name is enough. */
export const PersonForm = ({ person, onSaved }: PersonFormProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const read = (typed: unknown) => {
    const { phone, ...rest } = typed as Readonly<Record<Name, string>>;
    return personForm.safeParse({ ...rest, phone: typedPhone(phone), organization_id: farm.organizationId });
  };
  const form = useForm(
    fields,
    { safeParse: read },
    async (body) => {
      const saved = person
        ? await ask(session, endpoints.changePerson, { params: { userId: person.id }, body })
        : await ask(session, endpoints.addPerson, { body });
      if (!saved.ok) return saved.problem;
      await farm.acts.sendNow();
      onSaved(fullName(saved.value.user));
      return null;
    },
    {
      ...(person && { initial: { ...namesOf(person), phone: phoneOf(person) } }),
      keepAs: `sin acceso ${person?.id ?? farm.organizationId}`,
    },
  );
  return (
    <TeamForm form={form} submitLabel={person ? 'Guardar cambios' : 'Agregar sin acceso'}>
      <TeamText form={form} name="first_name" label="Nombre" hint="Como lo llaman en el campo" />
      <TeamText form={form} name="last_name" label="Apellido" optional />
      <PhoneText form={form} />
    </TeamForm>
  );
};

const namesOf = ({ first_name, last_name }: Member) => ({ first_name, last_name });
const phoneOf = (person: Member): string => (typeof person['phone'] === 'string' ? formatPhone(person['phone']) : '');
