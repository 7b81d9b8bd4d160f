import fc from 'fast-check';

/** An account or an entry by its place in what a history begins with. */
type Place = 0 | 1;
type EntryPlace = 0 | 1 | 2;

/** One write on one record. */
export type SingleOperation =
  | { readonly kind: 'create'; readonly account: Place; readonly code: string; readonly amount: number }
  | { readonly kind: 'change'; readonly entry: EntryPlace; readonly amount: number }
  | { readonly kind: 'recode'; readonly entry: EntryPlace; readonly code: string }
  | { readonly kind: 'remove'; readonly entry: EntryPlace }
  | { readonly kind: 'look'; readonly account: Place }
  | { readonly kind: 'draw' }
  | { readonly kind: 'rename'; readonly account: Place; readonly name: string };

/** `batch`: several writes in one transaction of their own. */
export type Operation = SingleOperation | { readonly kind: 'batch'; readonly all: readonly SingleOperation[] };

/** An operation of a client, who waits for the answers of those before it, then for `pause` turns of the event loop. */
export interface Step {
  readonly client: number;
  readonly server: number;
  readonly pause: number;
  readonly operation: Operation;
}

const FEWEST = 3;
const MOST = 6;
const CLIENTS = 6;

const place = fc.constantFrom(0, 1);
const entry = fc.constantFrom(0, 1, 2);
/** The first three are taken in the beginning. */
const code = fc.constantFrom('c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6');
/** An entry of nothing changes no sum: what else it changes is seen then. */
const amount = fc.constantFrom(0, 0, 0, -2, -1, 1, 2);

const single: fc.Arbitrary<SingleOperation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create'), account: place, code, amount }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change'), entry, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recode'), entry, code }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), entry }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look'), account: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('draw') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rename'), account: place, name: fc.constantFrom('a', 'b', 'c') }),
  },
);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('batch'), all: fc.array(single, { minLength: 2, maxLength: 2 }) }),
  },
);

/** Most at one moment, so that they share a transaction. */
const pause = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) });
const server = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });

/** Three to six operations of some clients at two servers. */
export const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ client: fc.nat(CLIENTS - 1), server, pause, operation }),
  { minLength: FEWEST, maxLength: MOST },
);
