import { isAwaited, type Node, STANDS_FOR, type Type } from '@ninefold/model';
import type { Context, Typed } from './context.ts';
import { BOOLEAN, USERS } from '../schema/types.ts';

/** The path of the people whose deputy `user` is today. */
const PATH = `user.${STANDS_FOR}`;

const USER: Type = { kind: 'record', entity: 'user' };

/** The variable over these people; it is named so that guards know it as a user's. */
const PERSON: Typed = { node: { node: 'variable', type: USER, name: 'user._person' }, paths: [PATH] };

/** Whether `body` holds for one of the people whose deputy `user` is today; null where it gives null. */
export function forOneOfThem(context: Context, bodyOf: (person: Typed) => Node | null): Node | null {
  const body = bodyOf(PERSON);
  if (body === null) return null;
  context.reads.add(PATH);
  const user: Node = { node: 'variable', type: USER, name: 'user' };
  const list: Node = { node: 'field', type: USERS, of: user, name: STANDS_FOR };
  return { node: 'macro', type: BOOLEAN, fn: 'exists', list, variable: 'user._person', body };
}

/** `user in record.awaits.x` holds for the deputies of those who are awaited too; other conditions stay as they are. */
export function withDeputies(condition: Node, context: Context): Node {
  if (condition.node !== 'call' || condition.fn !== 'in') return condition;
  const [one, list] = condition.args;
  if (one?.node !== 'variable' || one.name !== 'user' || !list || !isAwaited(list)) return condition;
  const theirs = forOneOfThem(context, ({ node }) => ({ ...condition, args: [node, list] }));
  return theirs === null ? condition : { node: 'call', type: BOOLEAN, fn: 'or', args: [condition, theirs] };
}
