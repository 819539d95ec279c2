import { Link } from '@tanstack/react-router';
import { sentences } from '#contract/sentences.ts';
import { signUpForm } from '#domain/people/account.ts';
import type { InvitationShown } from '#contract/endpoints/auth.ts';
import { Notice } from '#ui/notice.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toastSuccess } from '#ui/toaster.tsx';
import { Submit } from '#forms/submit.tsx';
import { useSession } from '#platform/session-context.tsx';
import { AccountPage, MailField, NewPassword } from './account-page.tsx';
import { type Invitation, invitedTo } from './invitation.ts';
import { PhoneField } from '#farm/phone-field.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';

const blank = { first_name: '', last_name: '', email: '', phone: '', password: '' };

interface SignUpProps {
  readonly invitation?: Invitation | null;
  /** Null if the server does not tell. */
  readonly shown?: InvitationShown | null;
}

/** Sign-up (product.md §3: email, password, first_name, last_name, phone). */
export const SignUp = ({ invitation = null, shown = null }: SignUpProps) => {
  const { session } = useSession();
  const form = useForm({
    start: { ...blank, ...(invitation && { email: invitation.email }) },
    keeping: useTab('sign-up'),
    read: (typed) => signUpForm.safeParse(typed),
    save: async (typed) => {
      const entered = await session.signUp(typed);
      if (!entered.ok) return entered.problem;
      toastSuccess(sentences.signedIn);
      return null;
    },
  });
  return (
    <AccountPage
      title="Crear cuenta"
      onSubmit={form.submit}
      footer={
        <p>
          ¿Ya tenés cuenta? <Link to="/log-in">Iniciá sesión</Link>
        </p>
      }
    >
      {invitation ? (
        <Notice>{invitedTo(shown)}: creá tu cuenta con el correo invitado, o entrá si ya tenés una, y aceptá.</Notice>
      ) : null}
      <TextField label="Nombre" autoComplete="given-name" {...form.bind('first_name')} />
      <TextField label="Apellido" autoComplete="family-name" {...form.bind('last_name')} />
      <MailField {...form.bind('email')} />
      <PhoneField {...form.bind('phone')} />
      <NewPassword {...form.bind('password')} />
      <Submit form={form} label="Crear cuenta" />
    </AccountPage>
  );
};
