import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutControls } from '../text.ts';
import { normalizePhone } from './phone.ts';

const required = 'Completá este dato';

/** An e-mail address in its one spelling: trimmed, lower case (trust.md row 11). */
export const emailAddress = z
  .string({ error: required })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: required }),
    z.maxLength(limits.emailMaxLength, { error: 'El correo es demasiado largo', abort: true }),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'Ingresá un correo válido' }),
  );

/** A new password: length only here; the list of common ones is the server's (trust.md rows 1, 2). */
export const newPassword = z
  .string({ error: required })
  .check(
    z.minLength(limits.passwordMinLength, { error: `Usá al menos ${limits.passwordMinLength} caracteres` }),
    z.maxLength(limits.passwordMaxLength, { error: `Usá como máximo ${limits.passwordMaxLength} caracteres` }),
  );

export const personName = z.string({ error: required }).check(
  z.overwrite((text) => withoutControls(text).trim()),
  z.minLength(1, { error: required }),
  z.maxLength(limits.personNameMaxLength, { error: 'El nombre es demasiado largo' }),
);

/** A name that may be left empty. */
export const optionalName = z.string().check(
  z.overwrite((text) => withoutControls(text).trim()),
  z.maxLength(limits.personNameMaxLength, { error: 'El nombre es demasiado largo' }),
);

/** A mobile number, in any spelling that product.md §5 can read; comes out as `+549…`. */
export const mobilePhone = z.string({ error: required }).check(
  z.minLength(1, { error: required }),
  z.refine((typed) => normalizePhone(typed) !== null, {
    error: 'Ingresá un celular argentino con código de área, sin 0 ni 15',
  }),
  z.overwrite((typed) => normalizePhone(typed) ?? typed),
);

/** The sign-up form and body (product.md §3, User). */
export const signUpForm = z.strictObject({
  email: emailAddress,
  password: newPassword,
  first_name: personName,
  last_name: personName,
  phone: mobilePhone,
});

/** The log-in form and body: nothing is told about the password's shape here. */
export const logInForm = z.strictObject({
  email: emailAddress,
  password: z.string({ error: required }).check(z.minLength(1, { error: required }), z.maxLength(1024)),
});

/** The first organization, or one more. */
export const organizationForm = z.strictObject({
  name: z.string({ error: required }).check(
    z.overwrite((text) => withoutControls(text).trim()),
    z.minLength(1, { error: 'Ingresá el nombre del establecimiento' }),
    z.maxLength(limits.organizationNameMaxLength, { error: 'El nombre es demasiado largo' }),
  ),
});
