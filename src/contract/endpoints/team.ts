import * as z from 'zod/mini';
import { roles } from '../../domain/people/roles.ts';
import {
  acceptForm,
  addUserAdminForm,
  addUserForm,
  inviteForm,
  leaveForm,
  personForm,
  roleForm,
} from '../../domain/people/team.ts';
import { endpoint } from '../endpoint.ts';
import { memberSchema, organizationSchema } from './account.ts';
import { answer, mailSent, plain } from './answers.ts';

/** A member of one of the caller's farms; `email` only for who manages that team. */
const coMember = z.looseObject({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  email: z.optional(z.string()),
});

/** Members and their rights (wire.md §User, organization; domain.md §2.12, §2.18). */
export const teamEndpoints = {
  userById: endpoint({ method: 'GET', path: '/api/user/{id}', answer: answer({ user: coMember }) }),
  openMenu: endpoint({
    method: 'GET',
    path: '/api/user/open-menu',
    answer: answer({
      /** Whether it was also sent to the caller's telephone (domain.md §1.10). */
      sent: z.boolean(),
      screens: z.array(z.string()),
      organizations: z.array(
        z.looseObject({
          organization: z.looseObject({ id: z.string(), name: z.string() }),
          role: z.enum(roles),
          screens: z.array(z.string()),
        }),
      ),
    }),
  }),
  deleteOrganization: endpoint({
    method: 'DELETE',
    path: '/api/organization/{org}',
    may: 'delete-organization',
    answer: plain,
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/api/organization/add-user',
    farm: 'body',
    may: 'manage-hands',
    body: addUserForm,
    /** A personal link: its reader, signed in with that address, may join. Absent for a member. */
    answer: answer({ invitation_url: z.optional(z.string()), mail_sent: mailSent }),
    isSecret: true,
  }),
  addUserAdmin: endpoint({
    method: 'POST',
    path: '/api/organization/add-user-admin',
    farm: 'body',
    may: 'manage-hands',
    body: addUserAdminForm,
    /** A single-use link, valid for 48 hours; also shown as a QR code. */
    answer: answer({ activation_url: z.string(), mail_sent: mailSent }),
    isSecret: true,
  }),
  /** Invites by name: a single-use link, valid for 7 days, which shows farm and person. */
  invite: endpoint({
    method: 'POST',
    path: '/api/organization/invite',
    farm: 'body',
    may: 'manage-hands',
    body: inviteForm,
    answer: answer({ invitation_id: z.string(), invitation_url: z.string(), expires_at: z.string() }),
    isSecret: true,
  }),
  /** Adds a person without access, who can have tasks (domain.md §2.12). */
  addPerson: endpoint({
    method: 'POST',
    path: '/api/organization/add-person',
    farm: 'body',
    may: 'manage-hands',
    body: personForm,
    answer: answer({ user: memberSchema }),
  }),
  /** For people without access; others change their own data. */
  changePerson: endpoint({
    method: 'PUT',
    path: '/api/organization/person/{userId}',
    farm: 'body',
    may: 'manage-hands',
    body: personForm,
    answer: answer({ user: memberSchema }),
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/organization/user/{userId}',
    farm: 'body',
    may: 'see-team',
    body: leaveForm,
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/organization/user/{userId}/role',
    farm: 'body',
    may: 'manage-team',
    body: roleForm,
    answer: answer({ user: memberSchema }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/organization/accept-invitation',
    farm: 'invitation',
    body: acceptForm,
    answer: answer({ organization: organizationSchema }),
  }),
  sendGreeting: endpoint({
    method: 'POST',
    path: '/api/organization/{org}/send-greeting',
    may: 'manage-hands',
    /** Members it is sent to, and those whom the server cannot reach. */
    answer: answer({ recipients: z.number(), unreached: z.optional(z.number()) }),
  }),
} as const;
