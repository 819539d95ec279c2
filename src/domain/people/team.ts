import * as z from 'zod/mini';
import { maybe } from '../schemas.ts';
import { emailAddress, mobilePhone, optionalName, personName } from './account.ts';
import { roles } from './roles.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const organization_id = id;
const role = z.enum(roles);

/** Asks somebody onto the team by his address (wire.md §User, organization). */
export const addUserForm = z.strictObject({ organization_id, email: emailAddress, role });
export type AddUser = z.infer<typeof addUserForm>;

/**
 * Makes an account for somebody, who chooses his password himself. `user_id`: who worked here without access, and keeps what he was given.
 */
export const addUserAdminForm = z.strictObject({
  organization_id,
  first_name: personName,
  last_name: personName,
  email: emailAddress,
  phone: maybe(mobilePhone),
  role,
  user_id: z.optional(id),
});
export type AddUserAdmin = z.infer<typeof addUserAdminForm>;

/** Somebody who works here and does not open the app (domain.md §2.12). One name is enough: many are called by one. */
export const personForm = z.strictObject({
  organization_id,
  first_name: personName,
  last_name: z.optional(optionalName),
  phone: maybe(mobilePhone),
});
export type Person = z.infer<typeof personForm>;

/**
 * Invites somebody by his name with a personal link (domain.md §2.12). `user_id`: who worked here without access, and keeps his id;
 * `invitation_id`: the invitation that this one replaces.
 */
export const inviteForm = z.strictObject({
  organization_id,
  first_name: personName,
  last_name: z.optional(optionalName),
  phone: maybe(mobilePhone),
  role,
  user_id: z.optional(id),
  invitation_id: z.optional(id),
});
export type Invite = z.infer<typeof inviteForm>;

/** A member's new role; the address says once more who is meant, where he has one. */
export const roleForm = z.strictObject({ role, organization_id, email: z.optional(emailAddress) });
export type RoleChange = z.infer<typeof roleForm>;

/** The organization that a member leaves. */
export const leaveForm = z.strictObject({ organization_id });

/** What the link of an invitation carries. */
export const acceptForm = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
