import * as z from 'zod/mini';
import { organizationForm } from '../../domain/people/account.ts';
import { organizationChanges } from '../../domain/people/organization.ts';
import { roles } from '../../domain/people/roles.ts';
import { categorySchema } from '../../domain/farm/categories.ts';
import { endpoint } from '../endpoint.ts';
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

/** A signed-in phone or browser (wire.md, `session`). */
const sessionSchema = z.looseObject({
  id: z.string(),
  device: z.nullable(z.string()),
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
  copy_at: z.nullable(z.string()),
  /** It has later commits that no phone knows: it is of `copy_at` or later. */
  copy_may_be_newer: z.optional(z.boolean()),
  /** Records that phones sent again since. */
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
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/session',
    answer: answer({ sessions: z.array(sessionSchema) }),
  }),
  endSession: endpoint({ method: 'DELETE', path: '/api/auth/session/{id}', answer: plain }),
  /** A lost phone: what it still sends is kept apart, and it is told to wipe itself (trust.md row 112). */
  loseSession: endpoint({ method: 'POST', path: '/api/auth/session/{id}/lost', answer: plain }),
  /** Phones of those whom the caller may remove (trust.md row 34). */
  teamSessions: endpoint({
    method: 'GET',
    path: '/api/organization/{org}/session',
    may: 'manage-hands',
    answer: answer({ sessions: z.array(teamSessionSchema) }),
  }),
  endTeamSession: endpoint({
    method: 'DELETE',
    path: '/api/organization/{org}/session/{id}',
    may: 'manage-hands',
    answer: plain,
  }),
  loseTeamSession: endpoint({
    method: 'POST',
    path: '/api/organization/{org}/session/{id}/lost',
    may: 'manage-hands',
    answer: plain,
  }),
  organizations: endpoint({
    method: 'GET',
    path: '/api/organization',
    answer: answer({ organizations: z.array(membershipSchema) }),
  }),
  createOrganization: endpoint({
    method: 'POST',
    path: sessionPaths.createOrganization,
    body: organizationForm,
    answer: answer({ organization: organizationSchema }),
  }),
  organizationData: endpoint({
    method: 'GET',
    path: '/api/organization/data/{org}',
    answer: answer({ organization: organizationSchema }),
  }),
  organizationSelected: endpoint({
    method: 'GET',
    path: '/api/organization/selected/{org}',
    answer: answer({ organization: organizationSchema }),
  }),
  updateOrganization: endpoint({
    method: 'PUT',
    path: '/api/organization/{org}',
    may: 'edit-organization',
    body: organizationChanges,
    answer: answer({ organization: organizationSchema }),
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/user/my-organization/{org}',
    answer: answer({ users: z.array(memberSchema) }),
  }),
} as const;
