import { mayAdd, type Role, roleLabels, roles } from '#domain';
import { useRole } from '#platform';
import { ChipGroup, Stack } from '#ui';

interface RoleFieldProps {
  readonly value: string;
  readonly onChange: (role: Role) => void;
}

const meanings: Readonly<Record<string, string>> = {
  user: 'Registra lo del campo. No ve precios ni facturas.',
  admin: 'Maneja el campo y la oficina, y suma usuarios.',
  owner: 'Puede todo, también sacarte del equipo.',
};

/** Roles the person may give. */
export const RoleField = ({ value, onChange }: RoleFieldProps) => {
  const own = useRole();
  const given = roles.filter((role) => mayAdd(own, role));
  return (
    <Stack>
      {given.length > 1 ? (
        <ChipGroup
          label="Rol"
          options={given.map((role) => ({ value: role, label: roleLabels[role] }))}
          value={given.find((role) => role === value) ?? null}
          onChange={onChange}
        />
      ) : (
        <p>Rol: {roleLabels.user}</p>
      )}
      <p>{meanings[value]}</p>
    </Stack>
  );
};
