import { Link } from '@tanstack/react-router';
import { sentences } from '../../../contract/sentences.ts';
import { limits } from '../../../domain/limits.ts';
import { signUpForm } from '../../../domain/people/account.ts';
import { formatPhone, normalizePhone } from '../../../domain/people/phone.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { AccountPage } from './account-page.tsx';
import type { Invitation } from './invitation.ts';
import { type Form, useForm } from '../../frame/use-form.ts';

const names = ['first_name', 'last_name', 'email', 'phone', 'password'] as const;
type Name = (typeof names)[number];

/** Sign-up (product.md §3: email, password, first_name, last_name, phone). */
export const SignUp = ({ invitation = null }: { readonly invitation?: Invitation | null }) => {
  const { session } = useSession();
  const form = useForm(
    names,
    signUpForm,
    async (values) => {
      const entered = await session.signUp(values);
      if (!entered.ok) return entered.problem;
      toastSuccess(sentences.signedIn);
      return null;
    },
    { keepAs: 'sign-up', ...(invitation && { initial: { email: invitation.email } }) },
  );
  return (
    <AccountPage
      title="Crear cuenta"
      onSubmit={() => void form.submit()}
      footer={
        <p>
          ¿Ya tenés cuenta? <Link to="/log-in">Iniciá sesión</Link>
        </p>
      }
    >
      {invitation ? (
        <Notice>
          Te invitaron a un equipo: creá tu cuenta con el correo invitado, o entrá si ya tenés una, y aceptá.
        </Notice>
      ) : null}
      <Text form={form} name="first_name" label="Nombre" autoComplete="given-name" />
      <Text form={form} name="last_name" label="Apellido" autoComplete="family-name" />
      <Text
        form={form}
        name="email"
        label="Correo electrónico"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <Text
        form={form}
        name="phone"
        label="Celular"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={phoneHint(form.values.phone)}
      />
      <PasswordField
        label="Contraseña"
        hint={`Al menos ${limits.passwordMinLength} caracteres`}
        autoComplete="new-password"
        value={form.values.password}
        onChange={(text) => form.set('password', text)}
        error={form.errorOf('password')}
      />
      <FailedNotice message={form.message} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Crear cuenta
      </Button>
    </AccountPage>
  );
};

/** How the number will be kept, as soon as it can be read. */
const phoneHint = (typed: string): string => {
  const phone = normalizePhone(typed);
  return phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15';
};

interface TextProps {
  readonly form: Form<Name>;
  readonly name: Name;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: string;
  readonly inputMode?: 'email' | 'tel';
  readonly autoCapitalize?: 'none';
  readonly hint?: string;
}

const Text = ({ form, name, ...rest }: TextProps) => (
  <TextField {...rest} value={form.values[name]} onChange={(text) => form.set(name, text)} error={form.errorOf(name)} />
);
