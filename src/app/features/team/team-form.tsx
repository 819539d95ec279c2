import { PhoneField } from '#farm/phone-field.tsx';
import type { ReactNode } from 'react';
import { NeedsSignal, useNoSignal, useRole } from '#platform';
import { type FormOf, PageForm, Submit } from '#forms';
import { ChipGroup, Stack, TextField, type TextFieldProps } from '#ui';
import { mayAdd, type Role, roleLabels, roles } from '#domain';

interface TeamFormProps {
  readonly form: Pick<FormOf<object>, 'message' | 'busy' | 'submit'>;
  readonly submitLabel: string;
  readonly children: ReactNode;
}

/** A form that needs signal and keeps what was typed on failure. */
export const TeamForm = ({ form, submitLabel, children }: TeamFormProps) => {
  const noSignal = useNoSignal();
  const submit = (): void => {
    if (!noSignal) void form.submit();
  };
  return (
    <PageForm onSubmit={submit}>
      <Stack>
        <NeedsSignal />
        {children}
        <Submit form={form} label={submitLabel} disabled={noSignal} />
      </Stack>
    </PageForm>
  );
};

interface RoleFieldProps {
  readonly value: string;
  readonly onChange: (role: Role) => void;
}

const meanings: Readonly<Record<string, string>> = {
  user: 'Registra lo del campo. No ve precios ni facturas.',
  admin: 'Maneja el campo y la oficina, y suma usuarios.',
  owner: 'Puede todo, también sacarte del equipo.',
};

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

/** About somebody else: no autofill. */
export const TeamText = (props: TextFieldProps) => <TextField autoComplete="off" {...props} />;

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

export const MailText = (bound: Bound & Pick<TextFieldProps, 'hint'>) => (
  <TeamText
    label="Correo electrónico"
    hint="Con este correo va a ingresar"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    {...bound}
  />
);

export const PhoneText = (bound: Bound) => <PhoneField optional autoComplete="off" {...bound} />;

export const typedPhone = (text: string): string | null => (text.trim() === '' ? null : text);
