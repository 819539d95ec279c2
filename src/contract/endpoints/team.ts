import * as z from 'zod/mini';
import { textOrNull } from '../../domain/schemas.ts';
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
import { get, patch, post, put, remove } from '../endpoint.ts';
import { memberSchema, organizationSchema } from './account.ts';
import { answer, farmName, mailSent, plain } from './answers.ts';

const byHands = { farm: 'body', may: 'manage-hands' } as const;

/** A member of one of the caller's farms; `email` only for who manages that team. */
const coMember = z.looseObject({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: textOrNull,
  email: z.optional(z.string()),
});

/** wire.md §User, organization; domain.md §2.12, §2.18. */
export const teamEndpoints = {
  userById: get('/api/user/{id}', answer({ user: coMember })),
  openMenu: get(
    '/api/user/open-menu',
    answer({
      /** Whether it was also sent to the caller's telephone (domain.md §1.10). */
      sent: z.boolean(),
      screens: z.array(z.string()),
      organizations: z.array(
        z.looseObject({
          organization: farmName,
          role: z.enum(roles),
          screens: z.array(z.string()),
        }),
      ),
    }),
  ),
  deleteOrganization: remove('/api/organization/{org}', null, plain, { may: 'delete-organization' }),
  addUser: post(
    '/api/organization/add-user',
    addUserForm,
    /** A personal link: its reader, signed in with that address, may join. Absent for a member. */
    answer({ invitation_url: z.optional(z.string()), mail_sent: mailSent }),
    { ...byHands, isSecret: true },
  ),
  addUserAdmin: post(
    '/api/organization/add-user-admin',
    addUserAdminForm,
    /** A single-use link, valid for 48 hours; also shown as a QR code. */
    answer({ activation_url: z.string(), mail_sent: mailSent }),
    { ...byHands, isSecret: true },
  ),
  /** Invites by name: a single-use link, valid for 7 days, which shows farm and person. */
  invite: post(
    '/api/organization/invite',
    inviteForm,
    answer({ invitation_id: z.string(), invitation_url: z.string(), expires_at: z.string() }),
    { ...byHands, isSecret: true },
  ),
  /** Adds a person without access, who can have tasks (domain.md §2.12). */
  addPerson: post('/api/organization/add-person', personForm, answer({ user: memberSchema }), {
    farm: 'body',
    may: 'manage-hands',
  }),
  /** For people without access; others change their own data. */
  changePerson: put('/api/organization/person/{userId}', personForm, answer({ user: memberSchema }), {
    farm: 'body',
    may: 'manage-hands',
  }),
  removeUser: remove('/api/organization/user/{userId}', leaveForm, answer({ alreadyDeleted: z.boolean() }), {
    farm: 'body',
    may: 'see-team',
  }),
  changeRole: patch('/api/organization/user/{userId}/role', roleForm, answer({ user: memberSchema }), {
    farm: 'body',
    may: 'manage-team',
  }),
  acceptInvitation: post(
    '/api/organization/accept-invitation',
    acceptForm,
    answer({ organization: organizationSchema }),
    { farm: 'invitation' },
  ),
  sendGreeting: post(
    '/api/organization/{org}/send-greeting',
    null,
    /** Members it is sent to, and those whom the server cannot reach. */
    answer({ recipients: z.number(), unreached: z.optional(z.number()) }),
    { may: 'manage-hands' },
  ),
} as const;
