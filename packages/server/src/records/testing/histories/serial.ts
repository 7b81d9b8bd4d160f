import type { Operation, SingleOperation } from './operations.ts';

/** All that the operations of a history can see, in memory. */
export interface State {
  readonly accounts: readonly Account[];
  /** Those that the history begins with, and then the created ones; null where one was removed. */
  readonly entries: readonly (Entry | null)[];
  /** The last number that a slip has drawn. */
  readonly drawn: number;
}

interface Account {
  readonly name: string;
  readonly version: number;
  readonly seen: number;
}

interface Entry {
  readonly account: number;
  readonly code: string;
  readonly amount: number;
  readonly version: number;
}

/** What came of an operation: its answer as text, and what is there behind it. */
interface Outcome {
  readonly state: State;
  readonly answer: string;
}

class Refused extends Error {}

const NOT_UNIQUE = 'invalid not_unique';
const TOO_MANY = 'invalid entry.few';
const MOST_ENTRIES = 3;
const NOT_COVERED = 'invalid account.covered';

/** Does one operation as if nothing else ran; a refused one changes nothing. */
export function apply(state: State, operation: Operation): Outcome {
  try {
    if (operation.kind !== 'batch') return applyOne(state, operation);
    const answers: string[] = [];
    let after = state;
    for (const one of operation.all) {
      const outcome = applyOne(after, one);
      answers.push(outcome.answer);
      after = outcome.state;
    }
    return { state: after, answer: answers.join(', ') };
  } catch (reason) {
    if (!(reason instanceof Refused)) throw reason;
    return { state, answer: operation.kind === 'batch' ? 'writes_refused' : reason.message };
  }
}

function applyOne(state: State, operation: SingleOperation): Outcome {
  switch (operation.kind) {
    case 'create':
      return create(state, operation);
    case 'change':
      return changeEntry(state, operation.entry, { amount: operation.amount });
    case 'recode':
      return changeEntry(state, operation.entry, { code: operation.code });
    case 'remove':
      return remove(state, operation.entry);
    case 'look':
      return look(state, operation.account);
    case 'draw':
      return { state: { ...state, drawn: state.drawn + 1 }, answer: slipText(state.drawn + 1) };
    case 'rename':
      return rename(state, operation);
  }
}

function create(state: State, { account, code, amount }: Extract<Operation, { kind: 'create' }>): Outcome {
  if (state.entries.filter((entry) => entry?.account === account).length >= MOST_ENTRIES) throw new Refused(TOO_MANY);
  if (state.entries.some((entry) => entry?.code === code)) throw new Refused(NOT_UNIQUE);
  const entry = { account, code, amount, version: 1 };
  return { state: covered({ ...state, entries: [...state.entries, entry] }), answer: entryText(entry) };
}

function changeEntry(state: State, place: number, values: Partial<Entry>): Outcome {
  const before = state.entries[place] ?? null;
  if (before === null) throw new Refused('not_found');
  const isSame = Object.entries(values).every(([name, value]) => before[name as keyof Entry] === value);
  const entry = isSame ? before : { ...before, ...values, version: before.version + 1 };
  const isTaken = state.entries.some((other, at) => at !== place && other?.code === entry.code);
  if (isTaken) throw new Refused(NOT_UNIQUE);
  return { state: covered({ ...state, entries: state.entries.with(place, entry) }), answer: entryText(entry) };
}

function remove(state: State, place: number): Outcome {
  if ((state.entries[place] ?? null) === null) throw new Refused('not_found');
  return { state: covered({ ...state, entries: state.entries.with(place, null) }), answer: 'removed' };
}

function rename(state: State, { account, name }: Extract<Operation, { kind: 'rename' }>): Outcome {
  if (state.accounts[1 - account]?.name === name) throw new Refused(NOT_UNIQUE);
  return changeAccount(state, account, { name }, state.accounts[account]?.name !== name);
}

function look(state: State, place: number): Outcome {
  const partner = 1 - place;
  const seen = (state.accounts[partner]?.seen ?? 0) + totalOf(state, partner) + 1;
  return changeAccount(state, place, { seen }, true);
}

function changeAccount(state: State, place: number, values: Partial<Account>, isChange: boolean): Outcome {
  const before = state.accounts[place];
  if (!before) throw new Error(`there is no account ${String(place)}`);
  const account = { ...before, ...values, version: before.version + (isChange ? 1 : 0) };
  const after = { ...state, accounts: state.accounts.with(place, account) };
  return { state: after, answer: accountText({ ...account, total: totalOf(after, place) }) };
}

function covered(state: State): State {
  if (totalOf(state, 0) + totalOf(state, 1) < 0) throw new Refused(NOT_COVERED);
  return state;
}

export function totalOf({ entries }: State, account: number): number {
  return entries.reduce((sum, entry) => sum + (entry?.account === account ? entry.amount : 0), 0);
}

/** The parts of an entry's answer that are compared. */
export function entryText({ account, code, amount, version }: Entry): string {
  return `entry ${[account, code, amount, version].join(' ')}`;
}

/** The parts of an account's answer that are compared. */
export function accountText({ name, version, seen, total }: Account & { readonly total: number }): string {
  return `account ${[name, version, seen, total].join(' ')}`;
}

export function slipText(number: number): string {
  return `slip ${String(number)}`;
}

/** All that is there, in an order of its own. */
export function contentsOf(state: State): readonly string[] {
  const accounts = state.accounts.map((account, at) => accountText({ ...account, total: totalOf(state, at) }));
  const entries = state.entries.flatMap((entry) => (entry === null ? [] : entryText(entry)));
  return [...accounts, ...entries.toSorted(), `drawn ${String(state.drawn)}`];
}
