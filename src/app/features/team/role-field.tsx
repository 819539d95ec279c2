import { mayAdd, type Role, roleLabels, roles } from '#domain';
import { ChipGroup, Stack } from '#ui';

interface RoleFieldProps {
  /** Whoever gives the role. */
  readonly by: Role;
  readonly value: string;
  readonly onChange: (role: Role) => void;
}

const meanings: Readonly<Record<string, string>> = {
  user: 'Registra lo del campo. No ve precios ni facturas.',
  admin: 'Maneja el campo y la oficina, y suma usuarios.',
  owner: 'Puede todo, también sacarte del equipo.',
};

/** The roles that somebody may give; with one alone there is nothing to choose. */
export const RoleField = ({ by, value, onChange }: RoleFieldProps) => {
  const given = roles.filter((role) => mayAdd(by, role));
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
