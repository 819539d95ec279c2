/**
 * Icons of movements (ux.md §4.3), in the menu's order. `MovementIcon` draws each: a missing one does not compile, an unused one fails a
 * test.
 */
export const iconNames = [
  'calf',
  'cart',
  'truck-in',
  'cross',
  'handshake',
  'truck-out',
  'arrows',
  'herd-arrow',
  'swap',
  'stairs',
  'split',
  'glove',
  'alert',
  'syringe',
  'pill',
  'scale',
  'bucket',
  'box',
  'boxes',
  'box-minus',
  'cloud-rain',
  'snowflake',
  'thermometer',
  'cloud-hail',
  'fence',
  'herd',
  'cycle',
  'clipboard',
  'note',
  'dot',
] as const;

export type IconName = (typeof iconNames)[number];
