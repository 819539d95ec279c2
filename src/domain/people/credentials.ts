import * as z from 'zod/mini';
import { maybe } from '../schemas.ts';
import { asked, emailAddress, filled, mobilePhone, newPassword, required } from './account.ts';

/** An existing password: its rules are not revealed. */
const knownPassword = filled(1024);

/** Six digits; people type spaces and dashes between halves. */
const code = asked.check(
  z.maxLength(20, { error: 'El código tiene 6 números' }),
  z.overwrite((typed) => typed.replace(/[\s-]/g, '')),
  z.regex(/^[0-9]{6}$/, { error: 'El código tiene 6 números' }),
);

const token = filled(200);

/** Raw; see `normalizePhone`. */
const typedPhone = filled(64);

/** Name of a device's storage key: 16 random bytes, base64url (trust.md row 107). */
export const storageKeyForm = z.strictObject({
  name: asked.check(z.regex(/^[\w-]{22}$/, { error: 'Ese nombre de clave no es válido' })),
});

export const pinPattern = /^[0-9]{6}$/;
const isEasyPin = (pin: string): boolean => /^(\d)\1{5}$/.test(pin) || '0123456789876543210'.includes(pin);
/** A device's PIN, twice (trust.md row 111). */
export const pinForm = z
  .strictObject({
    pin_code: asked.check(
      z.regex(pinPattern, { error: 'El PIN tiene 6 números' }),
      z.refine((pin) => !isEasyPin(pin), { error: 'Elegí uno menos fácil' }),
    ),
    repeated_code: asked,
  })
  .check(
    z.refine(({ pin_code, repeated_code }) => pin_code === repeated_code, {
      path: ['repeated_code'],
      error: 'No es el mismo PIN',
    }),
  );

/** wire.md §Auth. */
export const recoveryForm = z.strictObject({ email: emailAddress });

export const recoveryCodeForm = z.strictObject({ email: emailAddress, code });

/** A new password, by either the code or the token that the code was exchanged for. */
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

export const passwordForm = z.strictObject({ current_password: knownPassword, new_password: newPassword });

/** A new address: without a code, one is sent; with it, the address changes (trust.md row 46). */
export const emailForm = z.strictObject({ password: knownPassword, email: emailAddress, code: z.optional(code) });

export const farewellForm = z.strictObject({ password: knownPassword });

export const phoneForm = z.strictObject({ phone: typedPhone });

export const phoneCodeForm = z.strictObject({ phone: typedPhone, code });

/** trust.md row 46. */
export const newPhoneForm = z.strictObject({ phone: typedPhone, code, password: knownPassword });

export const firstPasswordForm = z.strictObject({ email: emailAddress, password: newPassword });

export const invitationForm = z.strictObject({ token });

export const invitedForm = z.strictObject({
  token,
  password: newPassword,
  phone: maybe(mobilePhone),
  email: maybe(emailAddress),
});
export type Invited = z.infer<typeof invitedForm>;
