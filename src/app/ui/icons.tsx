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
  NotebookPen,
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

const CowHead: LucideIcon = createLucideIcon('cow-head', cowHead);
/** Stands for a rodeo. */
const BullHead: LucideIcon = createLucideIcon('bull-head', bullHead);

/** Icons that a movement kind may name (ux.md §4.3). */
export const movementDrawings = {
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
  note: NotebookPen,
  dot: CircleDot,
} satisfies Record<string, LucideIcon>;

export type MovementIconName = keyof typeof movementDrawings;

interface MovementIconProps {
  readonly name: MovementIconName;
  readonly size?: number;
}

/** Always beside a word: hidden from readers. */
export const MovementIcon = ({ name, size = 24 }: MovementIconProps) => {
  const Drawing = movementDrawings[name];
  return <Drawing size={size} aria-hidden />;
};
