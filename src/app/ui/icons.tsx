import { bullHead, cowHead } from '@lucide/lab';
import {
  ArrowDownToLine,
  ArrowRightLeft,
  Boxes,
  CircleDot,
  ClipboardList,
  CloudHail,
  CloudRain,
  Fence,
  Handshake,
  HeartOff,
  type LucideIcon,
  MilkOff,
  Package,
  PackageMinus,
  PaintBucket,
  Pill,
  Repeat,
  Replace,
  Route,
  ShoppingCart,
  Skull,
  Snowflake,
  Stethoscope,
  Syringe,
  Tags,
  ThermometerSun,
  Truck,
  Weight,
  createLucideIcon,
} from 'lucide-react';

/** The head of a cow, drawn in the manner of the other icons. */
const CowHead: LucideIcon = createLucideIcon('cow-head', cowHead);
/** The head of a bull: stands for a rodeo. */
const BullHead: LucideIcon = createLucideIcon('bull-head', bullHead);

/** The drawing for each icon name that a movement kind may declare (ux.md §4.3). */
const drawings = {
  calf: CowHead,
  cart: ShoppingCart,
  'truck-in': ArrowDownToLine,
  cross: Skull,
  handshake: Handshake,
  'truck-out': Truck,
  arrows: ArrowRightLeft,
  'herd-arrow': Route,
  swap: Replace,
  stairs: Tags,
  split: MilkOff,
  glove: Stethoscope,
  alert: HeartOff,
  syringe: Syringe,
  pill: Pill,
  scale: Weight,
  bucket: PaintBucket,
  box: Package,
  boxes: Boxes,
  'box-minus': PackageMinus,
  'cloud-rain': CloudRain,
  snowflake: Snowflake,
  thermometer: ThermometerSun,
  'cloud-hail': CloudHail,
  fence: Fence,
  herd: BullHead,
  cycle: Repeat,
  clipboard: ClipboardList,
  dot: CircleDot,
} satisfies Record<string, LucideIcon>;

export type MovementIconName = keyof typeof drawings;

const isKnown = (name: string): name is MovementIconName => Object.hasOwn(drawings, name);

/** A kind's drawing; a name from a newer server shows the plain dot. Always beside a word, so hidden from readers. */
export const MovementIcon = ({ name, size = 24 }: { readonly name: string; readonly size?: number }) => {
  const Drawing = drawings[isKnown(name) ? name : 'dot'];
  return <Drawing size={size} aria-hidden />;
};
