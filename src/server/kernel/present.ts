import { type CategoryRow, type Db, rowsWhere } from '../database/tables.ts';
import { type Role, roleMay } from '../../domain/index.ts';

/** Prefix of placeholder addresses. Without `@`, no form or call accepts it as an address. */
const prefix = 'sin-acceso:';

/** Placeholder address of somebody who works without the app (domain.md §2.12): he can neither sign in nor recover. */
export const noAddress = (userId: string): string => `${prefix}${userId}`;

/** Whether somebody can open the app, by address, name or telephone (`noMail`). */
export const hasAddress = (email: string): boolean => !email.startsWith(prefix);

/** Placeholder address of who signs in by name or telephone. */
export const noMail = (userId: string): string => `sin-correo:${userId}`;

/** Whether somebody receives mail. */
export const hasMail = (email: string): boolean => email.includes('@');

/** For queries: `where('email', 'not like', …)`. */
export const anyNoAddress = `${prefix}%`;

/** Placeholder address of a deleted account. */
export const erasedAddress = (userId: string): string => `cuenta-eliminada:${userId}`;

export const presentCategory = (row: CategoryRow): Record<string, unknown> => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  sex: row.sex,
  min_age_months: row.min_age_months,
  max_age_months: row.max_age_months,
  next_id: row.next_id,
  ev: row.ev,
  senasa_code: row.senasa_code,
  is_breeding_female: row.is_breeding_female === 1,
  order: row.order,
  active: row.active === 1,
  deleted: row.deleted === 1,
  version: row.version,
});

export const showsFinance = (settings: string): boolean =>
  (JSON.parse(settings) as { show_finance_to_admins?: boolean }).show_finance_to_admins !== false;

/** The hash of who has not chosen a password yet; it matches none. */
export const noPassword = '';

/**
 * The team and former members, whose names stay on their records. All see names and phones; mail addresses only who manages the team (domain.md
 * §2.18).
 */
export async function presentMembers(db: Db, organizationId: string, role: Role): Promise<Record<string, unknown>[]> {
  const rows = await rowsWhere(db, 'memberships', { organization_id: organizationId })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('logins', (on) => on.onRef('logins.user_id', '=', 'users.id').on('logins.kind', '=', 'name'))
    .select(['users.id', 'first_name', 'last_name', 'email', 'phone', 'role', 'removed_at', 'password_hash', 'login'])
    .orderBy('memberships.created_at')
    .execute();
  return rows.map(({ id, first_name, last_name, email, phone, role: its, removed_at, password_hash, login }) => ({
    id,
    first_name,
    last_name,
    role: its,
    state: stateOf({ email, removed_at, password_hash }),
    tiene_acceso: hasAddress(email),
    phone,
    ...(roleMay(role, 'see-mails') && hasMail(email) && { email }),
    ...(roleMay(role, 'see-mails') && login !== null && { login_name: login }),
  }));
}

function stateOf(member: { email: string; removed_at: string | null; password_hash: string }): string {
  if (member.removed_at) return 'quitado';
  if (!hasAddress(member.email)) return 'sin_acceso';
  return member.password_hash === noPassword ? 'sin_contrasena' : 'activo';
}

/** A hand's phone gets only the settings it needs for days and prices (domain.md §2.18). */
function settingsFor(role: Role, text: string): Record<string, unknown> {
  const settings = JSON.parse(text) as Record<string, unknown>;
  if (roleMay(role, 'edit-organization')) return settings;
  return { campaign_start: settings.campaign_start, currency: settings.currency };
}

const presentInvitations = (db: Db, organizationId: string) =>
  rowsWhere(db, 'invitations', { organization_id: organizationId, used_at: null, cancelled_at: null })
    .select(['id', 'email', 'first_name', 'last_name', 'phone', 'user_id', 'role', 'created_at', 'expires_at'])
    .orderBy('created_at')
    .execute();

/** The organization with its people and categories, and for who manages the team its invitations; null if missing. */
export async function presentOrganization(db: Db, id: string, role: Role): Promise<Record<string, unknown> | null> {
  const row = await rowsWhere(db, 'organizations', { id }).selectAll().executeTakeFirst();
  if (!row) return null;
  const categories = await rowsWhere(db, 'categories', { organization_id: id, deleted: 0 })
    .selectAll()
    .orderBy('order')
    .execute();
  const users = (await presentMembers(db, id, role)).filter((member) => member.state !== 'quitado');
  return {
    id: row.id,
    name: row.name,
    users,
    categories: categories.map(presentCategory),
    settings: settingsFor(role, row.settings),
    ...(roleMay(role, 'see-mails') && { invitations: await presentInvitations(db, id) }),
  };
}
