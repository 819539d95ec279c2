import * as z from 'zod/mini';
import { textOrNull } from '../../domain/schemas.ts';
import { organizationForm } from '../../domain/people/account.ts';
import { organizationChanges } from '../../domain/people/organization.ts';
import { roles } from '../../domain/people/roles.ts';
import { categorySchema } from '../../domain/farm/categories.ts';
import { get, post, put, remove } from '../endpoint.ts';
import { sessionPaths } from '../session-paths.ts';
import { answer, plain } from './answers.ts';
import { membershipSchema, sessionEndpoints } from './session.ts';

/** A member as others see him; telephone and mail only for who manages the team. */
export const memberSchema = z.looseObject({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(roles),
  state: z.string(),
});
export type Member = z.infer<typeof memberSchema>;

/** wire.md, `session`. */
const sessionSchema = z.looseObject({
  id: z.string(),
  device: textOrNull,
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});
const teamSessionSchema = z.looseObject({
  ...sessionSchema.shape,
  user_id: z.string(),
  /** The unsent records it last reported, and when; null if never. */
  outbox: z.nullable(z.object({ waiting: z.number(), heard_at: z.string() })),
});

/** For the owner: the server was restored from a backup. */
export const restoredSchema = z.object({
  epoch: z.string(),
  noticed_at: z.string(),
  /** The backup's time, as far as phones could tell. */
  copy_at: textOrNull,
  /** It has later commits that no phone knows: it is of `copy_at` or later. */
  copy_may_be_newer: z.optional(z.boolean()),
  returned: z.number(),
});
export type Restored = z.infer<typeof restoredSchema>;

/** wire.md, `organization`. */
export const organizationSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  users: z.array(memberSchema),
  categories: z.array(categorySchema),
  settings: z.looseObject({}),
  /** Open invitations, by address or (`email` empty) by name; only for who manages the team. */
  invitations: z.optional(z.array(z.looseObject({ id: z.string(), email: z.string(), role: z.enum(roles) }))),
});

export const accountEndpoints = {
  ...sessionEndpoints,
  sessions: get('/api/auth/session', answer({ sessions: z.array(sessionSchema) })),
  endSession: remove('/api/auth/session/{id}', null, plain),
  /** A lost phone: what it still sends is kept apart, and it is told to wipe itself (trust.md row 112). */
  loseSession: post('/api/auth/session/{id}/lost', null, plain),
  /** trust.md row 34. */
  teamSessions: get('/api/organization/{org}/session', answer({ sessions: z.array(teamSessionSchema) }), {
    may: 'manage-hands',
  }),
  endTeamSession: remove('/api/organization/{org}/session/{id}', null, plain, { may: 'manage-hands' }),
  loseTeamSession: post('/api/organization/{org}/session/{id}/lost', null, plain, { may: 'manage-hands' }),
  organizations: get('/api/organization', answer({ organizations: z.array(membershipSchema) })),
  createOrganization: post(
    sessionPaths.createOrganization,
    organizationForm,
    answer({ organization: organizationSchema }),
  ),
  organizationData: get('/api/organization/data/{org}', answer({ organization: organizationSchema })),
  organizationSelected: get('/api/organization/selected/{org}', answer({ organization: organizationSchema })),
  updateOrganization: put(
    '/api/organization/{org}',
    organizationChanges,
    answer({ organization: organizationSchema }),
    { may: 'edit-organization' },
  ),
  members: get('/api/user/my-organization/{org}', answer({ users: z.array(memberSchema) })),
} as const;
