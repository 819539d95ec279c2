import { serverSentences } from '../../../contract/sentences-server.ts';
import { rodeo } from '../../../domain/things/rodeo.ts';
import type { RodeoRow } from '../../database/tables.ts';
import { type Handlers, refuse } from '../../kernel/call.ts';
import { type NamedThing, namedHandlers } from '../named-things.ts';
import { presentRodeos } from '../present/present-places.ts';
import { writeStructure } from '../book/write-movement.ts';

type Story = Parameters<typeof writeStructure>[4];
type Done = Parameters<NamedThing<'rodeos'>['done']>[2];

/** The act as the farm's log keeps it. */
function storyOf({ id, before, set }: Done): { readonly act: 'made' | 'changed' | 'removed'; readonly story: Story } {
  const name = set.name ?? before?.name ?? '';
  if (before === null) return { act: 'made', story: { rodeo: id, reference: name, payload: { name } } };
  if (set.deleted === 1) return { act: 'removed', story: { rodeo: id, reference: name, payload: { name } } };
  const stood = Object.fromEntries(Object.keys(set).map((field) => [field, before[field as keyof RodeoRow]]));
  const reference = name === before.name ? name : `${before.name} → ${name}`;
  return { act: 'changed', story: { rodeo: id, reference, payload: { before: stood, after: set } } };
}

const rodeos = (newId: () => string): NamedThing<'rodeos'> => ({
  thing: rodeo,
  order: ['name'],
  blank: { activity: null, breed: null, target_daily_gain_kg: null, color: null, active: 1 },
  present: presentRodeos,
  removal: async ({ trx, organizationId }, { id }) => {
    const cell = await trx
      .selectFrom('cells')
      .select('head')
      .where('organization_id', '=', organizationId)
      .where('rodeo_id', '=', id)
      .where('head', '>', 0)
      .executeTakeFirst();
    return cell ? refuse('CONFLICT', { message: serverSentences.rodeoNotEmpty }) : { deleted: 1 };
  },
  done: async (call, commit, done) => {
    const { act, story } = storyOf(done);
    await writeStructure(call, commit, newId(), ['rodeo', act], story);
    commit.announce('rodeo-updated', {});
  },
});

/** Rodeos (wire.md §Lots, categories, rodeos, campos). */
export const rodeoHandlers = (newId: () => string): Handlers => namedHandlers(rodeos(newId), newId);
