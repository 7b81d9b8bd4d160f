import {
  evaluateNode,
  isMap,
  isSealed,
  isSecret,
  malformed,
  memoizedWeakly,
  type Condition,
  type Entity,
  LONGEST_SECRET,
  type Model,
  type Node,
  normalValue,
  type Problem,
  type RecordValue,
  type Scope,
  VERIFY,
  type Wire,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { quoted } from '../../storage/sql/names.ts';
import type { Sent } from '../context/body.ts';
import type { Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { UNCOUNTED, type Guess, type SecretKeeper } from '../context/secrets.ts';

/** What one call knows of secrets: the stored form of texts that it sent, and which of its guesses were right. */
export interface SecretWork {
  seal(text: string): Promise<string>;
  /** Undefined where nobody has looked yet. */
  isRight(guess: Guess): boolean | undefined;
}

/** Ends a transaction whose work needs to know whether guesses are right. Looking takes long, and others wait for the transaction. */
export class UnknownGuesses extends Error {
  readonly guesses: readonly Guess[];

  constructor(guesses: readonly Guess[]) {
    super('a secret is looked at outside of the transaction');
    this.name = 'UnknownGuesses';
    this.guesses = guesses;
  }
}

/** So many texts are sealed before the transaction; more, in an import, inside of it. */
const MOST_BEFORE = 200;
/** So often one guess is looked at, where the secret is replaced again and again meanwhile. */
const MOST_LOOKS = 5;

/**
 * Does the work of a call, whose body is `sent`: what it seals is sealed before, and what it guesses is looked at between two
 * runs, so that no transaction waits for a hash.
 */
export async function withSecrets<T>(
  { model, secrets = UNCOUNTED }: Pick<Context, 'model' | 'secrets'>,
  sent: unknown,
  work: (secrets: SecretWork) => Promise<T>,
): Promise<T> {
  const names = secretNames(model);
  const sealed = new Map<string, string>();
  for (const text of names.size === 0 ? [] : textsIn(sent, names)) sealed.set(text, await secrets.seal(text));
  const right = new Map<string, boolean>();
  const known: SecretWork = {
    seal: async (text) => sealed.get(text) ?? secrets.seal(text),
    isRight: (guess) => right.get(keyOf(guess)),
  };
  const looks = new Map<string, number>();
  for (;;) {
    try {
      return await work(known); // of a batch each round comes one guess further
    } catch (reason) {
      if (!(reason instanceof UnknownGuesses)) throw reason;
      for (const guess of reason.guesses) {
        const at = `${guess.secret}\n${guess.typed}`;
        const before = looks.get(at) ?? 0;
        if (before === MOST_LOOKS) throw reason;
        looks.set(at, before + 1);
        right.set(keyOf(guess), await secrets.opens(guess));
      }
    }
  }
}

/** Seals everything at once, and knows nothing of guesses: for work that nobody sent a form with. */
export function plainSecrets({ secrets = UNCOUNTED }: { readonly secrets?: SecretKeeper | undefined }): SecretWork {
  return { seal: (text) => secrets.seal(text), isRight: () => false };
}

function keyOf({ typed, kept }: Guess): string {
  return `${kept}\n${typed}`;
}

/** The names of all secrets, with those of their objects. */
const secretNames = memoizedWeakly((model: Model): ReadonlySet<string> => {
  const fields = Object.values(model.entities).flatMap((entity) => Object.values(entity.fields));
  return new Set(fields.filter(isSecret).map(({ id }) => id.slice(id.lastIndexOf('.') + 1)));
});

/** The texts of a body that may be secrets. */
function textsIn(sent: unknown, names: ReadonlySet<string>, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(sent)) sent.forEach((item) => textsIn(item, names, found));
  else if (isMap(sent))
    for (const [name, value] of Object.entries(sent)) {
      if (found.size >= MOST_BEFORE) break;
      if (typeof value !== 'string') textsIn(value, names, found);
      else if (names.has(name) && value.length <= LONGEST_SECRET) found.add(value.normalize('NFKC').trim());
    }
  return found;
}

/**
 * The values of a record that are sent, with each secret in its stored form. True leaves the one that is there, as whoever sends back
 * what they read means it.
 */
export async function sealSent(
  { entity, secrets }: { readonly entity: Entity; readonly secrets: SecretWork },
  sent: Sent,
  before: RecordValue | null,
): Promise<{ readonly sent: Sent; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const values: Record<string, Wire> = { ...sent };
  for (const field of secretsOf(entity)) {
    if (!Object.hasOwn(sent, field.id)) continue;
    const value = normalValue(field, sent[field.id] ?? null);
    const isKept = value === true && (before?.[field.id] ?? null) !== null;
    const wrong = value === null || isKept ? null : wrongText(field, value);
    if (wrong !== null)
      problems.push({ path: field.id, code: wrong, params: { field: field.id, max: LONGEST_SECRET } });
    if (isKept || wrong !== null) delete values[field.id];
    else values[field.id] = typeof value === 'string' ? await secrets.seal(value) : null;
  }
  return { sent: values, problems };
}

function wrongText(field: Entity['fields'][string], value: Wire): Problem['code'] | null {
  if (typeof value !== 'string') return 'bad_type';
  if (value.length > LONGEST_SECRET) return 'too_long';
  return isSealed(value) ? 'bad_pattern' : malformed(field, value);
}

const secretsOf = memoizedWeakly((entity: Entity) => Object.values(entity.fields).filter(isSecret));

/** The calls of `verify` in a condition. */
const verifiesIn = memoizedWeakly((condition: Exclude<Condition, true>): readonly Call[] =>
  condition.tree === null ? [] : callsIn(condition.tree),
);

type Call = Extract<Node, { readonly node: 'call' }>;

/** It stands in no macro, and no list holds one. */
function callsIn(node: Node): readonly Call[] {
  if (node.node !== 'call') return [];
  return node.fn === VERIFY ? [node] : node.args.flatMap(callsIn);
}

/**
 * What each `verify` of a guard comes to; undefined where it has none. It is asked of what is stored, not of what is sent along. Ends the transaction where
 * nobody has looked yet.
 */
export async function verified(
  { tx, caller, secrets }: { readonly tx: Reader; readonly caller: Caller; readonly secrets: SecretWork },
  condition: Condition | null,
  scope: Scope,
): Promise<Scope['verified']> {
  const calls = condition === null || condition === true ? [] : verifiesIn(condition);
  if (calls.length === 0) return undefined;
  const known = new Map<Node, boolean>();
  const open: Guess[] = [];
  for (const call of calls) {
    const guess = await guessOf(tx, caller, call, scope);
    const isRight = guess === null ? false : secrets.isRight(guess);
    if (guess !== null && isRight === undefined) open.push(guess);
    known.set(call, isRight === true);
  }
  if (open.length > 0) throw new UnknownGuesses(open);
  return known;
}

async function guessOf(tx: Reader, caller: Caller, { args }: Call, scope: Scope): Promise<Guess | null> {
  const [answer, path] = args;
  if (answer === undefined || path?.node !== 'field' || path.of.type.kind !== 'record') return null;
  const typed = evaluateNode(answer, scope, NO_LOCALS);
  const holder = evaluateNode(path.of, scope, NO_LOCALS);
  const record = isMap(holder) && 'id' in holder ? holder.id : null;
  if (typeof typed !== 'string' || typed.length > LONGEST_SECRET || typeof record !== 'string') return null;
  const { entity } = path.of.type;
  const text = `SELECT ${quoted(path.name)} AS kept FROM ${quoted(entity)} WHERE "id" = ?`;
  const [row] = await tx.all(text, [record]);
  const kept = row?.['kept'];
  if (typeof kept !== 'string') return null;
  return { typed, kept, secret: `${entity} ${record} ${path.name}`, person: caller.me.id };
}

const NO_LOCALS = new Map<string, never>();
