import { serverSentences } from '../../../contract/sentences-server.ts';
import { campo } from '../../../domain/things/campo.ts';
import { type Handlers, refuse } from '../../kernel/call.ts';
import { type NamedThing, namedHandlers } from '../named-things.ts';
import { presentCampo } from '../present/present-places.ts';

const campos: NamedThing<'campos'> = {
  thing: campo,
  order: ['order', 'name'],
  blank: {
    total_hectares: null,
    grazing_hectares: null,
    renspa: null,
    cuig: null,
    province: null,
    department: null,
    locality: null,
    latitude: null,
    longitude: null,
    tenure: null,
    order: 1000,
  },
  present: async (_db, _organizationId, rows) => rows.map(presentCampo),
  removal: async ({ trx }, { id }) => {
    const lot = await trx
      .selectFrom('lots')
      .select('id')
      .where('campo_id', '=', id)
      .where('deleted', '=', 0)
      .executeTakeFirst();
    return lot ? refuse('CONFLICT', { message: serverSentences.campoNotEmpty }) : { deleted: 1 };
  },
  done: async (_call, commit) => commit.announce('campo-updated', {}),
};

/** Campos: the establishments above lots (domain.md §1.3). */
export const campoHandlers = (newId: () => string): Handlers => namedHandlers(campos, newId);
