import { OPTION_GLYPHS, OPTION_TONES, type OptionMark, type Options } from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { noteWas } from '../reading/former.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { ID } from '../../expressions/schema/ids.ts';
import { get, isOpen, knownKeys, things, wordAt } from '../reading/read.ts';
import type { FieldPlace } from './field-place.ts';

/** Where options are written: of a field, or of a limit, which is read as the field of a form. */
type OptionsPlace = Pick<FieldPlace, 'kind' | 'entity' | 'lines' | 'id' | 'textKey' | 'optionsOf'>;

/**
 * A list of ids, or a map of ids with labels. `options: ticket.priority` takes those of another field, `ticket.state` the
 * states of an entity. Null where one of them is wrong (then reported): what a value of the field may be is not known then.
 */
export function readOptions(ctx: Context, map: LocatedMap, place: OptionsPlace): Options | null {
  const node = get(map, 'options');
  if (node === null) {
    if (!isOpen(map, 'options')) ctx.report('NF0109', map.spot, { key: 'options' });
    return isOpen(map, 'options') ? { options: [] } : null;
  }
  if (node.kind === 'scalar' && /^[a-z]\w*\.[a-z]\w*$/.test(node.text)) return place.optionsOf(node);
  const ids = node.kind === 'map' ? optionMap(ctx, node, place) : optionList(ctx, node);
  if (ids.includes(null)) return null;
  const known = new Set(ids.filter((id) => id !== null));
  if (known.size === 0 || known.size < ids.length) ctx.report('NF0303', node.spot);
  if (known.size === 0) return null;
  const marks = node.kind === 'map' ? marksOf(node, (option, key, words) => wordAt(ctx, option, key, words)) : null;
  return { options: [...known], ...(marks !== null && { marks }) };
}

/** Reads a word of an option; null where there is none, or none of those allowed. */
type WordOf = <W extends string>(option: LocatedMap, key: 'tone' | 'glyph', words: readonly W[]) => W | null;
type Marks = NonNullable<Options['marks']>;

/** The marks of written options; null where none has one. An option with a tone alone has a dot, one with a glyph alone no tone. */
export function marksOf(written: LocatedMap, word: WordOf): Marks | null {
  const marks: Record<string, OptionMark> = {};
  for (const [id, { value }] of things(written)) {
    if (value.kind !== 'map') continue;
    const tone = word(value, 'tone', OPTION_TONES);
    const glyph = word(value, 'glyph', OPTION_GLYPHS);
    if (tone !== null || glyph !== null) marks[id] = { tone: tone ?? 'none', glyph: glyph ?? 'dot' };
  }
  return Object.keys(marks).length === 0 ? null : marks;
}

/** The states that `ticket.state`, or the field of a further life cycle, may have; null for every other name. */
export function statesNamed({ names }: Context, name: string): readonly string[] | null {
  const [entity = '', field = ''] = name.split('.');
  const isCycle = field === 'state' || names.stateFields(entity).includes(field);
  const states = isCycle ? names.states(field === 'state' ? entity : name).filter((id) => ID.test(id)) : [];
  return states.length === 0 ? null : states;
}

/** The ids in their order; null for one that is wrong. */
function optionMap(ctx: Context, map: LocatedMap, place: OptionsPlace): readonly (string | null)[] {
  const ids: (string | null)[] = [];
  for (const [id, { keySpot, value }] of things(map)) {
    const isRight = isId(ctx, 'option', { text: id, spot: keySpot });
    ids.push(isRight ? id : null);
    if (!isRight) continue;
    const key = `${place.textKey}.options.${id}.label`;
    if (value.kind === 'map') {
      knownKeys(ctx, value, KEYS.option, 'option');
      if (place.kind !== 'input')
        noteWas(ctx, 'option', [place.entity, ...(place.lines === null ? [] : [place.lines]), place.id, id], value);
      inlineText(ctx, key, get(value, 'label'));
    } else inlineText(ctx, key, value);
  }
  return ids;
}

function optionList(ctx: Context, node: Located): readonly (string | null)[] {
  const items = node.kind === 'list' ? node.items : [node];
  const names = items.filter((item) => item.kind === 'scalar');
  return names.map((name) => (isId(ctx, 'option', name) ? name.text : null));
}
