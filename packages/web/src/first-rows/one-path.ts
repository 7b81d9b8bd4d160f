/** A part of an icon: its element and its attributes. */
export interface Shape {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}

type Measure = (name: string) => number;

const ellipse = (rx: number, ry: number, at: Measure): string =>
  `M${at('cx') - rx} ${at('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;

function rectangle(at: Measure): string {
  const [width, height, r] = [at('width'), at('height'), at('rx') || at('ry')];
  const corner = (x: number, y: number): string => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${x} ${y}`);
  const sides = `h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
  return `M${at('x') + r} ${at('y')}${sides}`;
}

/** The outline of each shape of SVG, from its attributes. */
const OUTLINES: Readonly<
  Record<
    string,
    { readonly of: readonly string[]; readonly outline: (at: Measure, text: (name: string) => string) => string }
  >
> = {
  // A path may begin where the one before has ended.
  path: { of: ['d'], outline: (_, text) => `M0 0${text('d')}` },
  line: { of: ['x1', 'x2', 'y1', 'y2'], outline: (at) => `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}` },
  circle: { of: ['cx', 'cy', 'r'], outline: (at) => ellipse(at('r'), at('r'), at) },
  ellipse: { of: ['cx', 'cy', 'rx', 'ry'], outline: (at) => ellipse(at('rx'), at('ry'), at) },
  rect: { of: ['x', 'y', 'width', 'height', 'rx', 'ry'], outline: rectangle },
  polyline: { of: ['points'], outline: (_, text) => `M${text('points')}` },
  polygon: { of: ['points'], outline: (_, text) => `M${text('points')}z` },
};

/** The outlines of these shapes as that of one path; null where one of them is more than its outline. */
export function onePath(shapes: readonly Shape[]): string | null {
  const outlines = shapes.map(outlineOf);
  return outlines.every((outline) => outline !== null) ? outlines.join('') : null;
}

function outlineOf({ type, props }: Shape): string | null {
  const shape = typeof type === 'string' && Object.hasOwn(OUTLINES, type) ? OUTLINES[type] : undefined;
  if (shape === undefined || Object.keys(props).some((name) => !shape.of.includes(name))) return null;
  const text = (name: string): string => (typeof props[name] === 'string' ? props[name] : '');
  return shape.outline((name) => Number(props[name] ?? 0), text);
}
