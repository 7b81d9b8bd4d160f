import type { CsvRow } from './csv.ts';
import { day, moment } from './moment.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

export interface Asset {
  readonly tag: string;
  readonly lendable: boolean;
  readonly row: CsvRow;
}

interface Lot {
  readonly kind: string;
  readonly prefix: string;
  readonly count: number;
  readonly pool: number;
  readonly kept: boolean;
  readonly models: readonly string[];
  readonly price: readonly [number, number];
}

const LOTS: readonly Lot[] = [
  {
    kind: 'laptop',
    prefix: 'NB',
    count: 42,
    pool: 6,
    kept: true,
    models: ['Nordfels Pro 14', 'Nordfels Air 13', 'Kestrel 15', 'Kestrel 15 Studio'],
    price: [990, 1890],
  },
  {
    kind: 'monitor',
    prefix: 'MO',
    count: 24,
    pool: 2,
    kept: true,
    models: ['Lumira 27', 'Lumira 27 Q', 'Claron 24'],
    price: [170, 390],
  },
  {
    kind: 'phone',
    prefix: 'PH',
    count: 14,
    pool: 2,
    kept: true,
    models: ['Fennec 5', 'Fennec 5 Mini'],
    price: [290, 640],
  },
  {
    kind: 'tablet',
    prefix: 'TB',
    count: 8,
    pool: 4,
    kept: true,
    models: ['Slatewell 11', 'Slatewell 8 Rugged'],
    price: [340, 720],
  },
  {
    kind: 'projector',
    prefix: 'PR',
    count: 6,
    pool: 4,
    kept: false,
    models: ['Helio X2', 'Helio Pocket'],
    price: [420, 1150],
  },
  { kind: 'camera', prefix: 'CA', count: 6, pool: 5, kept: false, models: ['Opta R6', 'Opta Go'], price: [520, 1450] },
  {
    kind: 'vehicle',
    prefix: 'CR',
    count: 2,
    pool: 2,
    kept: false,
    models: ['Pool car Mirabel E', 'Pool van Mirabel Cargo'],
    price: [24500, 33900],
  },
  {
    kind: 'tool',
    prefix: 'TL',
    count: 10,
    pool: 8,
    kept: false,
    models: ['Cordless drill', 'Label printer', 'Thermal camera', 'Torque wrench', 'Laser measure'],
    price: [60, 690],
  },
  {
    kind: 'other',
    prefix: 'OT',
    count: 8,
    pool: 5,
    kept: false,
    models: ['Flip chart', 'Moderation case', 'Speaker set', 'Folding trolley'],
    price: [45, 320],
  },
];

const PLACES = ['IT store, A 0.04', 'Reception', 'Store room C 0.02', 'Library, floor 2'];

/** What the inventory agent on a laptop or a tablet reported last; nothing of what has no agent. */
function report({ kind, prefix }: Lot, index: number): string {
  if (kind !== 'laptop' && kind !== 'tablet') return '';
  const disks = [{ size_gb: 256 * 2 ** (index % 3), free: `${String(12 + ((index * 17) % 70))} %` }];
  const network = { host: `${prefix.toLowerCase()}${String(index + 1).padStart(4, '0')}`, wifi: index % 4 !== 3 };
  return JSON.stringify({ agent: `2.${String(index % 5)}`, disks, memory_gb: 8 * (1 + (index % 4)), network });
}

function asset(lot: Lot, index: number, people: readonly Person[], random: Random): Asset {
  const tag = `${lot.prefix}-${String(index + 1).padStart(4, '0')}`;
  const age = random.between(40, 1900);
  const retired = index >= lot.pool && age > 1500 && random.chance(0.7);
  const lendable = index < lot.pool;
  const keeper = lot.kept && !lendable && !retired ? people[index % people.length] : undefined;
  const row = {
    tag,
    name: lot.models[index % lot.models.length] ?? lot.kind,
    kind: lot.kind,
    serial: `${lot.prefix}${random.between(10, 99)}${random.between(100000, 999999)}${String(index).padStart(2, '0')}`,
    place: keeper === undefined ? random.pick(PLACES) : '',
    keeper: keeper?.email ?? '',
    lendable: String(lendable),
    bought_on: day(age),
    price: `${random.between(lot.price[0], lot.price[1])}.00`,
    warranty_until: day(age - (lot.kind === 'laptop' || lot.kind === 'phone' ? 1095 : 730)),
    retired_on: retired ? day(random.between(5, 300)) : '',
    created_at: moment(age * 1440),
    note: random.chance(0.08) ? 'Sticker renewed; the old tag began with the same letters.' : '',
    facts: retired ? '' : report(lot, index),
  };
  return { tag, lendable, row };
}

/** A hundred and twenty things, about a third of them for loan. */
export function assets(people: readonly Person[], random: Random): readonly Asset[] {
  return LOTS.flatMap((lot) => Array.from({ length: lot.count }, (_, index) => asset(lot, index, people, random)));
}

export const ASSET_COLUMNS = [
  'tag',
  'name',
  'kind',
  'serial',
  'place',
  'keeper',
  'lendable',
  'bought_on',
  'price',
  'warranty_until',
  'retired_on',
  'note',
  'facts',
  'created_at',
];
