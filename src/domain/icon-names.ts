/**
 * The drawings that what happens on a farm may ask for (ux.md §4.3), in the order of the menu. Each is drawn by the app's `MovementIcon`: a
 * name that has no drawing there does not compile, and a drawing that nothing asks for fails a test.
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
