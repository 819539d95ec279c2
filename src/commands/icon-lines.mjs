// Draws each of lucide's icons by one line: their shapes, keys, names and the code that puts them together were a third more of what
// every phone keeps of them, and a browser lays out each shape before it paints.
import { runInNewContext } from 'node:vm';

const number = String.raw`(-?(?:\d+\.?\d*|\.\d+))`;
const leadingMove = new RegExp(`^m *${number}[ ,]?${number} *(?=([-.\\d])?)`);
/** A path that starts where it says, wherever one before it ended: what follows a first `m` counts from it, what follows an `M` does not. */
const fromAnywhere = (d) => d.replace(leadingMove, (_, x, y, more) => `M${x} ${y}${more ? 'l' : ''}`);

const short = (value) => String(Number(Number(value).toFixed(3)));
const pair = (x, y) => `${short(x)} ${short(y)}`;

function circle({ cx, cy, r, fill }) {
  const [x, y, radius] = [cx, cy, r].map(Number);
  // The line itself is two wide: what it leaves of a dot is a dot in its middle.
  if (fill && radius > 1) throw new Error('A line fills no circle');
  const arc = (by) => `a${pair(radius, radius)} 0 1 0 ${pair(by, 0)}`;
  return `M${pair(x - radius, y)}${arc(2 * radius)}${arc(-2 * radius)}${fill ? `M${pair(x, y)}h.01` : ''}`;
}

function rect({ x = 0, y = 0, width, height, rx, ry = rx }) {
  const [left, top, wide, high] = [x, y, width, height].map(Number);
  const [across, down] = [rx ?? ry ?? 0, ry ?? 0].map(Number);
  const corner = (by, dy) => (across === 0 ? '' : `a${pair(across, down)} 0 0 1 ${pair(by, dy)}`);
  const [straight, upright] = [wide - 2 * across, high - 2 * down];
  return [
    `M${pair(left + across, top)}h${short(straight)}${corner(across, down)}`,
    `v${short(upright)}${corner(-across, down)}h${short(-straight)}${corner(-across, -down)}`,
    `v${short(-upright)}${corner(across, -down)}z`,
  ].join('');
}

const shapes = {
  path: ({ d }) => fromAnywhere(d),
  circle,
  rect,
  line: ({ x1, y1, x2, y2 }) => `M${pair(x1, y1)}L${pair(x2, y2)}`,
  polyline: ({ points }) => `M${points}`,
};
const sayable = new Set('d,key,cx,cy,r,x,y,width,height,rx,ry,x1,y1,x2,y2,points'.split(','));

/** The line of an icon's shapes. Throws at what a line cannot say. */
export const lineOf = (icon) =>
  icon
    .map(([shape, attributes]) => {
      const unsaid = Object.keys(attributes).filter(
        (name) => !sayable.has(name) && !(shape === 'circle' && name === 'fill'),
      );
      if (!(shape in shapes) || unsaid.length > 0) throw new Error(`A line says no ${shape} with ${unsaid.join(', ')}`);
      return shapes[shape](attributes);
    })
    .join('');

const drawing = /\/node_modules\/(lucide-react|@lucide\/lab)\/dist\/esm\/icons\/[\w-]+\.m?js$/;
const maker = /\/node_modules\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const listOfShapes = /\[\s*\[\s*"[^]*\]\s*\]/;

/** A module of lucide's whose icon is a line, or of the laboratory's, whose icons are lists of shapes alone. */
function moduleOf(library, line) {
  if (library !== 'lucide-react') return `export default ${JSON.stringify(line)};`;
  const make = "import createLucideIcon from '../createLucideIcon.mjs';";
  return `${make}\nexport default /* @__PURE__ */ createLucideIcon('', ${JSON.stringify(line)});`;
}

/** The builder's part. `createIcon` is the module whose function of that name makes a component of a line. */
export const iconLines = (createIcon) => {
  // The builder reads all icons before it knows which of them are worn.
  const unsayable = new Map();
  return {
    name: 'icon-lines',
    apply: 'build',
    transform(code, id) {
      if (maker.test(id)) {
        return { code: `export { createIcon as default } from ${JSON.stringify(createIcon)};`, map: null };
      }
      const [, library] = drawing.exec(id) ?? [];
      const [icon] = listOfShapes.exec(code) ?? [];
      if (!library || !icon) return undefined;
      try {
        return { code: moduleOf(library, lineOf(runInNewContext(icon))), map: null };
      } catch (thrown) {
        unsayable.set(id, thrown);
        return undefined;
      }
    },
    generateBundle(_, bundle) {
      for (const id of Object.values(bundle).flatMap(({ modules }) => Object.keys(modules ?? {}))) {
        if (unsayable.has(id)) throw new Error(`${id} cannot be drawn`, { cause: unsayable.get(id) });
      }
    },
  };
};
