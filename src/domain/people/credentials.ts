import * as z from 'zod/mini';
import { emailAddress, mobilePhone, newPassword } from './account.ts';

const required = 'Completá este dato';

/** A password as somebody knows it: nothing is told about its shape. */
const knownPassword = z.string({ error: required }).check(z.minLength(1, { error: required }), z.maxLength(1024));

/** A code of six figures, spaces and dashes aside: people read them in halves. */
const code = z.string({ error: required }).check(
  z.maxLength(20, { error: 'El código tiene 6 números' }),
  z.overwrite((typed) => typed.replace(/[\s-]/g, '')),
  z.regex(/^[0-9]{6}$/, { error: 'El código tiene 6 números' }),
);

const token = z.string({ error: required }).check(z.minLength(1, { error: required }), z.maxLength(200));

/** As it was typed: `normalizePhone` says what it is. */
const typedPhone = z.string({ error: required }).check(z.minLength(1, { error: required }), z.maxLength(64));

/** The name that a device gives to its person's storage key: 16 bytes of chance, as base64 for addresses (trust.md row 107). */
export const storageKeyForm = z.strictObject({
  name: z.string({ error: required }).check(z.regex(/^[\w-]{22}$/, { error: 'Ese nombre de clave no es válido' })),
});

/** Six figures. */
export const pinPattern = /^[0-9]{6}$/;
const isEasyPin = (pin: string): boolean => /^(\d)\1{5}$/.test(pin) || '0123456789876543210'.includes(pin);
/** The PIN of a device, twice (trust.md row 111). */
export const pinForm = z
  .strictObject({
    pin_code: z.string({ error: required }).check(
      z.regex(pinPattern, { error: 'El PIN tiene 6 números' }),
      z.refine((pin) => !isEasyPin(pin), { error: 'Elegí uno menos fácil' }),
    ),
    repeated_code: z.string({ error: required }),
  })
  .check(
    z.refine(({ pin_code, repeated_code }) => pin_code === repeated_code, {
      path: ['repeated_code'],
      error: 'No es el mismo PIN',
    }),
  );

/** Asking for a recovery code (wire.md §Auth). */
export const recoveryForm = z.strictObject({ email: emailAddress });

/** The code that came by mail. */
export const recoveryCodeForm = z.strictObject({ email: emailAddress, code });

/** A new password, by the code or by the token that the code was changed for: one of the two. */
export const resetForm = z
  .strictObject({
    email: emailAddress,
    code: z.optional(code),
    reset_token: z.optional(token),
    password: newPassword,
  })
  .check(
    z.refine(({ code: byCode, reset_token }) => (byCode === undefined) !== (reset_token === undefined), {
      error: required,
      path: ['code'],
    }),
  );

/** A new password by who knows the old one. */
export const passwordForm = z.strictObject({ current_password: knownPassword, new_password: newPassword });

/** Another address: without a code one is sent there, with it the address is changed (trust.md row 46). */
export const emailForm = z.strictObject({ password: knownPassword, email: emailAddress, code: z.optional(code) });

/** The end of an account asks for its password. */
export const farewellForm = z.strictObject({ password: knownPassword });

/** A number that a code is sent to. */
export const phoneForm = z.strictObject({ phone: typedPhone });

/** The code that came to a number. */
export const phoneCodeForm = z.strictObject({ phone: typedPhone, code });

/** Another number: by the code that came to it, and the password (trust.md row 46). */
export const newPhoneForm = z.strictObject({ phone: typedPhone, code, password: knownPassword });

/** The first password of somebody whom an administrator added. */
export const firstPasswordForm = z.strictObject({ email: emailAddress, password: newPassword });

/** What the link of an invitation carries, where nobody is signed in. */
export const invitationForm = z.strictObject({ token });

/** The account of somebody who was invited by his name: he chooses the password, and says a telephone and an address if he wants to. */
export const invitedForm = z.strictObject({
  token,
  password: newPassword,
  phone: z.optional(z.nullable(mobilePhone)),
  email: z.optional(z.nullable(emailAddress)),
});
export type Invited = z.infer<typeof invitedForm>;
