/** One colour in both themes. */
export interface Pair {
  readonly light: string;
  readonly dark: string;
}

/** The colours of the interface; every pair of text and background keeps the contrast that the tests ask for. */
export const COLOURS = {
  canvas: { light: '#F7F8FA', dark: '#0F1318' },
  surface: { light: '#FFFFFF', dark: '#171C23' },
  sunken: { light: '#EEF0F3', dark: '#0B0E12' },
  hover: { light: '#F1F4F8', dark: '#1F262F' },
  selected: { light: '#E3EDFD', dark: '#1B2F52' },
  border: { light: '#D5DAE1', dark: '#303947' },
  'control-border': { light: '#7C8798', dark: '#76839A' },
  text: { light: '#1B2430', dark: '#E8ECF2' },
  'text-2': { light: '#4B5768', dark: '#B1BBC9' },
  'text-3': { light: '#5F697C', dark: '#939FB1' },
  accent: { light: '#1D5BD6', dark: '#7FB0FF' },
  'accent-hover': { light: '#184DB6', dark: '#9AC1FF' },
  link: { light: '#1D5BD6', dark: '#8AB8FF' },
  'on-accent': { light: '#FFFFFF', dark: '#0B1A33' },
  danger: { light: '#C22A12', dark: '#FF8A70' },
  'danger-hover': { light: '#A4230F', dark: '#FFA38E' },
  'on-danger': { light: '#FFFFFF', dark: '#2A0A03' },
  focus: { light: '#0B57D0', dark: '#8AB8FF' },
} as const satisfies Readonly<Record<string, Pair>>;

interface StateColours {
  readonly dot: Pair;
  readonly tint: Pair;
  readonly text: Pair;
}

function kind(light: readonly [string, string, string], dark: readonly [string, string, string]): StateColours {
  return {
    dot: { light: light[0], dark: dark[0] },
    tint: { light: light[1], dark: dark[1] },
    text: { light: light[2], dark: dark[2] },
  };
}

/** The colours of the seven kinds of states. */
export const STATE_COLOURS = {
  draft: kind(['#838895', '#EFF1F4', '#414C60'], ['#7C808A', '#232B36', '#C3CCD9']),
  waiting: kind(['#B17C27', '#FFF3D6', '#7A4B00'], ['#F8AC25', '#3A2C0C', '#FFD58A']),
  active: kind(['#3580EF', '#E3EEFE', '#134FA6'], ['#3878F4', '#15294A', '#B7D3FF']),
  review: kind(['#500E85', '#F4E9FC', '#500E85'], ['#E0AFFF', '#2E1D45', '#E0C6FF']),
  done: kind(['#016D55', '#DDF5EE', '#01604B'], ['#64BB94', '#0B3129', '#93E4CF']),
  rejected: kind(['#7E0005', '#FDE9E5', '#7E0005'], ['#DE3D34', '#43190E', '#FFC0AF']),
  cancelled: kind(['#1F2228', '#E9EAED', '#1F2228'], ['#E6E8EB', '#20252D', '#E6E8EB']),
} as const satisfies Readonly<Record<string, StateColours>>;

/** The custom properties `--nf-*` of one theme. */
export function customProperties(theme: keyof Pair): Record<string, string> {
  const plain = Object.entries(COLOURS).map(([name, pair]) => [`--nf-${name}`, pair[theme]] as const);
  const states = Object.entries(STATE_COLOURS).flatMap(([name, parts]) =>
    Object.entries(parts).map(([part, pair]: [string, Pair]) => [`--nf-state-${name}-${part}`, pair[theme]] as const),
  );
  return Object.fromEntries([...plain, ...states]);
}
