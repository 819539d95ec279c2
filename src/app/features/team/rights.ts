import { type Capability, may, type Standing } from '#domain';

/** Matrix of domain.md §2.18, ordered by a day's work. */
const sentences: readonly (readonly [Capability, string])[] = [
  ['record', 'Registrar nacimientos, muertes, lluvias, tratamientos, pesajes y traslados'],
  ['record-unreviewed', 'Registrar compras, ventas, egresos y recategorizaciones sin que nadie las revise'],
  ['change-any-record', 'Corregir y eliminar los registros de todos'],
  ['change-own-records', 'Corregir y eliminar los registros propios hasta 48 horas después'],
  ['review', 'Resolver lo que queda «A revisar» y aprobar recuentos'],
  ['see-money', 'Ver precios, compras y facturas'],
  ['edit-places', 'Crear, cambiar y eliminar lotes, rodeos y categorías'],
  ['edit-cycles', 'Crear y cerrar ciclos reproductivos'],
  ['edit-stock-items', 'Crear y cambiar insumos'],
  ['take-in-stock', 'Anotar el ingreso de insumos'],
  ['write-notes', 'Escribir notas'],
  ['create-tasks', 'Crear tareas y cumplir las propias'],
  ['manage-all-tasks', 'Repartir y cambiar todas las tareas'],
  ['manage-hands', 'Sumar y quitar usuarios del equipo'],
  ['manage-team', 'Sumar y quitar administradores y dueños, y cambiar roles'],
  ['edit-organization', 'Cambiar los datos del establecimiento'],
  ['delete-organization', 'Eliminar el establecimiento'],
];

export const rightsOf = (
  standing: Standing,
): { readonly allowed: readonly string[]; readonly denied: readonly string[] } => {
  // Implied by `change-any-record`.
  const applicable = sentences.filter(
    ([capability]) => capability !== 'change-own-records' || !may(standing, 'change-any-record'),
  );
  const words = (isAllowed: boolean) =>
    applicable.filter(([capability]) => may(standing, capability) === isAllowed).map(([, sentence]) => sentence);
  return { allowed: words(true), denied: words(false) };
};
