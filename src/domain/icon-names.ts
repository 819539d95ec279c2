/**
 * Drawings for what happens on a farm (ux.md §4.3), in the order of the menu. `MovementIcon` draws each: a missing drawing does not
 * compile, and an unused one fails a test.
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
