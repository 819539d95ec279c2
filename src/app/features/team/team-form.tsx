import type { ReactNode } from 'react';
import { FailedNotice, NeedsSignal, useNoSignal, useRole } from '#platform';
import { type FormOf, PageForm } from '#forms';
import { Button, ChipGroup, Stack, TextField, type TextFieldProps } from '#ui';
import { formatPhone, mayAdd, normalizePhone, type Role, roleLabels, roles } from '#domain';

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
        <FailedNotice message={form.message} />
        <Button type="submit" variant="primary" wide busy={form.busy} disabled={noSignal}>
          {submitLabel}
        </Button>
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

/** About somebody else: no autofill. */
export const TeamText = (props: TextFieldProps) => <TextField autoComplete="off" {...props} />;

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

export const MailText = (bound: Bound) => (
  <TeamText
    label="Correo electrónico"
    hint="Con este correo va a ingresar"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    {...bound}
  />
);

/** Optional phone; the hint shows how it is understood. */
export const PhoneText = (bound: Bound) => {
  const phone = normalizePhone(bound.value);
  return (
    <TeamText
      label="Celular"
      optional
      hint={phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15'}
      type="tel"
      inputMode="tel"
      {...bound}
    />
  );
};

export const typedPhone = (text: string): string | null => (text.trim() === '' ? null : text);
