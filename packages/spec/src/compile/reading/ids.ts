import type { Context } from './context.ts';
import { ID } from '../../expressions/schema/ids.ts';
import type { Name } from './read.ts';

/** Ids that nothing may have. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'state', 'true', 'false', 'null', 'in'],
  ...['others', 'line', 'record', 'state_since', 'state_final', 'did', 'awaits', 'trashed_at'],
  ...['as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'namespace'],
  ...['package', 'return', 'var', 'void', 'while', 'constructor'],
]);

/** Words of the language, of addresses and of the wire form. An id with such a name would hide the word. */
export const RESERVED_AT = {
  entity: ['members', 'includes', 'runtime', 'apart', 'label', 'more', 'was', 'scope', 'batch', 'menu', 'home'],
  field: ['confirm', 'input', 'more'],
  group: ['more', 'label'],
  option: ['more'],
  state: ['any', 'same', 'previous', 'more'],
  transition: ['restore', 'history', 'more'],
  reaction: ['more'],
  call: ['more'],
  rule: ['more'],
  role: ['public', 'everyone', 'more', 'system'],
  screen: ['menu', 'more'],
  block: ['more'],
  section: ['more'],
  error: ['more'],
  limit: ['more'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The id that is meant, of a name in Latin letters: `bee_club` of “Bee Club”; empty of any other. */
function meantId(written: string): string {
  const plain = written
    .replaceAll(/[äöüÄÖÜ]/g, (letter) => `${letter}e`)
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_');
  const id = plain
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.-]+/g, '_');
  return ID.test(id) && !RESERVED.has(id) ? id : '';
}

/**
 * Reports a name that such a thing may not have as its id. The thing is compiled all the same, so that one mistake
 * gives one error. Only names that every JavaScript object inherits give false.
 */
export function isId(ctx: Context, place: keyof typeof RESERVED_AT, name: Name): boolean {
  if (!ID.test(name.text)) {
    ctx.report('NF0107', name.spot, { name: name.text, nearest: meantId(name.text) });
    return !(name.text in Object.prototype);
  }
  const words: readonly string[] = RESERVED_AT[place];
  if (!RESERVED.has(name.text) && !words.includes(name.text)) return true;
  ctx.report('NF0108', name.spot, { name: name.text });
  return !(name.text in Object.prototype);
}
