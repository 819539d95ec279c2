import { lotUses, rodeoActivities, waterLevels } from '../../farm/places.ts';
import { cycleStates, serviceTypes } from '../../office/cycles.ts';
import { auditReasons } from '../audit.ts';
import type { Readables } from '../readable.ts';

const ofLot: Readables = {
  name: { label: 'Nombre', control: 'text' },
  hectares: { label: 'Hectáreas', control: 'quantity', unit: 'ha' },
  campo_id: { label: 'Campo', control: 'campo' },
  use: { label: 'Uso', control: 'choice', options: lotUses },
  is_grazing: { label: 'Se pastorea', control: 'flag' },
  receptivity_ev_ha: { label: 'Receptividad', control: 'quantity', unit: 'EV/ha' },
  notes: { label: 'Observaciones', control: 'text' },
  water: { label: 'Agua', control: 'choice', options: waterLevels },
  water_on: { label: 'Agua vista el', control: 'day' },
};

const ofRodeo: Readables = {
  name: { label: 'Nombre', control: 'text' },
  activity: { label: 'Actividad', control: 'choice', options: rodeoActivities },
  breed: { label: 'Raza', control: 'text' },
  target_daily_gain_kg: { label: 'Objetivo de ganancia', control: 'quantity', unit: 'kg/día' },
  color: { label: 'Color', control: 'text' },
  active: { label: 'Activo', control: 'flag' },
};

const ofCycle: Readables = {
  name: { label: 'Nombre', control: 'text' },
  rodeo_ids: { label: 'Rodeos', control: 'rodeos' },
  service_type: { label: 'Servicio', control: 'choice', options: serviceTypes },
  service_start: { label: 'Inicio del servicio', control: 'day' },
  service_end: { label: 'Fin del servicio', control: 'day' },
  served: { label: 'Vientres entorados', control: 'served' },
  bulls: { label: 'Toros', control: 'integer' },
  withdrawn: { label: 'Retirados del servicio', control: 'integer' },
  inseminations: { label: 'Inseminaciones', control: 'inseminations' },
  state: { label: 'Estado', control: 'choice', options: cycleStates },
  vet: { label: 'Veterinario', control: 'text' },
  notes: { label: 'Observaciones', control: 'text' },
};

const ofCount: Readables = {
  kind: { label: 'Tipo', control: 'choice', options: { opening: 'Existencia inicial', recount: 'Recuento' } },
  lot_id: { label: 'Lote', control: 'lot', required: true },
  rodeo_id: { label: 'Rodeo', control: 'rodeo' },
  counted: { label: 'Contado', control: 'counted' },
  before: { label: 'Había', control: 'integer', unit: 'cab.' },
  after: { label: 'Quedaron', control: 'integer', unit: 'cab.' },
  reason: { label: 'Motivo', control: 'choice', options: auditReasons },
  state: {
    label: 'Aprobación',
    control: 'choice',
    options: { pendiente: 'Espera aprobación', aprobado: 'Aprobado', rechazado: 'Rechazado' },
  },
  decided_by: { label: 'Decidió', control: 'person' },
  decided_at: { label: 'Decidido', control: 'instant' },
  rejection: { label: 'Por qué se rechazó', control: 'text' },
};

/** Fields of records that nobody types: counts, and the server's records of the farm's structure (domain.md §3.7). */
export const systemFields: Readonly<Record<string, Readables>> = {
  CREATE_LOT: ofLot,
  EDIT_LOT: ofLot,
  DELETE_LOT: ofLot,
  CREATE_RODEO: ofRodeo,
  EDIT_RODEO: ofRodeo,
  DELETE_RODEO: ofRodeo,
  CREATE_REPRODUCTIVE_CYCLE: ofCycle,
  EDIT_REPRODUCTIVE_CYCLE: ofCycle,
  DELETE_REPRODUCTIVE_CYCLE: ofCycle,
  AUDIT_RECORD: ofCount,
};
