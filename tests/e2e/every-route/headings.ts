import type { WalkerName } from './walkers.ts';

/** The one heading of every screen of product.md §2; the window is called by it too, with the product's name behind. */
const headings: Readonly<Record<string, string | RegExp>> = {
  landing: 'El cuaderno del campo, aunque no haya señal.',
  'log-in': 'Iniciar sesión',
  'sign-up': 'Crear cuenta',
  recovery: 'Recuperar contraseña',
  'admin-activation': 'Activar tu cuenta',
  dashboard: 'Inicio',
  campos: 'Campos',
  stock: 'Stock',
  'stock/{id}': /^\p{Lu}\p{L}/u,
  'create-stock': 'Nuevo insumo',
  data: 'Movimientos',
  'data/{id}': 'Registro de datos',
  rodeos: 'Rodeos',
  'rodeos/{id}': /^\p{Lu}\p{L}/u,
  lots: 'Lotes',
  'lots/create': 'Nuevo lote',
  'lots/{id}': /^\p{Lu}\p{L}/u,
  'lots/{id}/edit': /^\p{Lu}\p{L}/u,
  'ciclos-reproductivos': 'Ciclos reproductivos',
  'ciclos-reproductivos/{id}': /^Servicio /,
  billing: 'Facturación',
  'billing/{id}': /^Factura [ABCEM] \d{5}-\d{8}$/,
  'create-invoice': 'Nueva factura',
  'upload-invoice': 'Subir factura',
  purchases: 'Compras',
  consumption: 'Consumo',
  'work-team': 'Equipo de trabajo',
  notes: 'Notas',
  tasks: 'Tareas',
  configuration: 'Configuración',
  empezar: 'Para empezar',
  conversations: 'Conversaciones',
  'conversations/{id}': /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u,
};

/** Money never reaches a hand: an invoice is no number to him. */
const forHands: typeof headings = { 'billing/{id}': 'Factura' };

/** What stands above a screen for somebody. */
export function headingOf(route: string, who: WalkerName | null): string | RegExp {
  const heading = (who === 'user' ? forHands[route] : undefined) ?? headings[route];
  if (heading === undefined) throw new Error(`Nobody has said what ${route} is called`);
  return heading;
}

/** Where a hand works with gloves on: every target is at least 48 px (ux.md §0.1, 8). */
export const fieldRoutes: ReadonlySet<string> = new Set([
  'dashboard',
  'campos',
  'stock',
  'stock/{id}',
  'data',
  'data/{id}',
  'rodeos',
  'rodeos/{id}',
  'lots',
  'lots/create',
  'lots/{id}',
  'lots/{id}/edit',
  'ciclos-reproductivos',
  'ciclos-reproductivos/{id}',
  'consumption',
  'empezar',
  'notes',
  'tasks',
]);
