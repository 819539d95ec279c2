import * as z from 'zod/mini';
import { maybe } from '../schemas.ts';
import { emailAddress, mobilePhone, optionalName, personName } from './account.ts';
import { roles } from './roles.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const organization_id = id;
const role = z.enum(roles);

/** Adds a person by address (wire.md §User, organization). */
export const addUserForm = z.strictObject({ organization_id, email: emailAddress, role });
export type AddUser = z.infer<typeof addUserForm>;

/** Creates an account; the person chooses the password. `user_id`: a person without access, who keeps his history. */
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

/** A person who works here without using the app (domain.md §2.12). One name is enough. */
export const personForm = z.strictObject({
  organization_id,
  first_name: personName,
  last_name: z.optional(optionalName),
  phone: maybe(mobilePhone),
});
export type Person = z.infer<typeof personForm>;

/** Invites by name with a personal link (domain.md §2.12). `user_id`: as above; `invitation_id`: the invitation to replace. */
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

/** A member's new role; `email` double-checks who is meant. */
export const roleForm = z.strictObject({ role, organization_id, email: z.optional(emailAddress) });
export type RoleChange = z.infer<typeof roleForm>;

export const leaveForm = z.strictObject({ organization_id });

export const acceptForm = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
