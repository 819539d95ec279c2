import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { trimmed } from '../schemas.ts';
import { readLogin } from './login.ts';
import { normalizePhone } from './phone.ts';

export const required = 'Completá este dato';
export const asked = z.string({ error: required });
export const filled = (most: number) => asked.check(z.minLength(1, { error: required }), z.maxLength(most));
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Trimmed, lower case (trust.md row 11). */
export const emailAddress = asked.check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, { error: required }),
  z.maxLength(limits.emailMaxLength, { error: 'El correo es demasiado largo', abort: true }),
  z.regex(emailPattern, { error: 'Ingresá un correo válido' }),
);

/** Length only; the server knows the common ones (trust.md rows 1, 2). */
export const newPassword = asked.check(
  z.minLength(limits.passwordMinLength, { error: `Usá al menos ${limits.passwordMinLength} caracteres` }),
  z.maxLength(limits.passwordMaxLength, { error: `Usá como máximo ${limits.passwordMaxLength} caracteres` }),
);

export const personName = asked.check(
  trimmed,
  z.minLength(1, { error: required }),
  z.maxLength(limits.personNameMaxLength, { error: 'El nombre es demasiado largo' }),
);

export const optionalName = z
  .string()
  .check(trimmed, z.maxLength(limits.personNameMaxLength, { error: 'El nombre es demasiado largo' }));

/** Any spelling of product.md §5; normalized to `+549…`. */
export const mobilePhone = asked.check(
  z.minLength(1, { error: required }),
  z.refine((typed) => normalizePhone(typed) !== null, {
    error: 'Ingresá un celular argentino con código de área, sin 0 ni 15',
  }),
  z.overwrite((typed) => normalizePhone(typed) ?? typed),
);

/** Sign-up (product.md §3, User). */
export const signUpForm = z.strictObject({
  email: emailAddress,
  password: newPassword,
  first_name: personName,
  last_name: personName,
  phone: mobilePhone,
});

const login = asked.check(
  z.trim(),
  z.minLength(1, { error: required }),
  z.maxLength(limits.emailMaxLength, { error: 'Es demasiado largo', abort: true }),
  z.refine((typed) => readLogin(typed) !== null, { error: 'Ingresá tu correo, tu celular o tu nombre de ingreso' }),
  z.refine((typed) => !typed.includes('@') || emailPattern.test(typed), { error: 'Ingresá un correo válido' }),
  z.overwrite((typed) => readLogin(typed) ?? typed),
);

/** Log-in; `email` takes any of the three (wire.md §Auth). It must not reveal the password's rules. */
export const logInForm = z.strictObject({
  email: login,
  password: filled(1024),
});

export const organizationForm = z.strictObject({
  name: asked.check(
    trimmed,
    z.minLength(1, { error: 'Ingresá el nombre del establecimiento' }),
    z.maxLength(limits.organizationNameMaxLength, { error: 'El nombre es demasiado largo' }),
  ),
});

/** Sessions ended without signal; at most as many as a person may have. */
export const leftSessionsForm = z.strictObject({
  session_ids: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(20)),
});
