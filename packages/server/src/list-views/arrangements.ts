import { isMap, type Arrangement, type BlocksScreen, type Model, type Rights, mayOpen } from '@ninefold/model';
import { Refusal } from '../refusal.ts';

/** As many blocks as somebody may name at most. */
const MOST_BLOCKS = 200;

/** A screen whose blocks a reader may arrange. */
export function arrangeable(model: Model, rights: Rights, id: string): BlocksScreen | null {
  const screen = model.screens.find((one): one is BlocksScreen => one.kind === 'blocks' && one.id === id);
  return screen !== undefined && screen.arrange && mayOpen(screen, rights) ? screen : null;
}

/** An arrangement that somebody has sent, of the blocks that the screen has. */
export function sentArrangement(sent: unknown, { blocks }: BlocksScreen): Arrangement {
  const { order, hidden } = isMap(sent) ? sent : {};
  const known = new Set(blocks.map(({ id }) => id));
  return { order: idsIn(order, known), hidden: idsIn(hidden, known) };
}

/** An arrangement as it is kept; null where a look of a list is kept. */
export function arrangementIn(text: string): Arrangement | null {
  const kept = JSON.parse(text) as Partial<Arrangement>; // as it was written
  return kept.order !== undefined && kept.hidden !== undefined ? { order: kept.order, hidden: kept.hidden } : null;
}

function idsIn(sent: unknown, known: ReadonlySet<string>): readonly string[] {
  const isList = Array.isArray(sent) && sent.length <= MOST_BLOCKS;
  if (!isList || !sent.every((one) => typeof one === 'string'))
    throw new Refusal('invalid', { problems: [{ path: 'arrangement', code: 'bad_type', params: {} }] });
  return [...new Set(sent)].filter((id) => known.has(id));
}
