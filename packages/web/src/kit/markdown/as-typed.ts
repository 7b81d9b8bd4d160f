import type { MarkdownIt } from 'markdown-it';

const BACKSLASH = '\\';
const IN_A_WORD = /[\p{Script=Latin}\p{Nd}]/u;
/** A word so far that is the path of a file: with a drive, a server, or a backslash before a letter. */
const PATH = /(?:^|[^\p{L}])\p{L}:$|(?:^|[^\p{L}])\p{L}:\\|\\\\|\\[\p{L}\p{N}]/u;
/** How far back a word is looked at, in characters. */
const LOOK = 200;

/** Where the parser stands in a line. */
interface Place {
  readonly src: string;
  readonly pos: number;
}

/**
 * Leaves marks alone that people type who know nothing of markdown: stars between letters or digits (`4711*22*9`), and what stands in
 * paths (`\\server\_old_`). Marks between other letters stay marks: Japanese parts no words.
 */
export function keepAsTyped(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'typed_backslash', (state, silent) => {
    const after = state.src[state.pos + 1] ?? '\n';
    if (state.src[state.pos] !== BACKSLASH || after === '\n' || !(after === BACKSLASH || isInPath(state))) return false;
    if (!silent) state.pending += BACKSLASH;
    state.pos += 1;
    return true;
  });
  parser.inline.ruler.before('strikethrough', 'typed_marks', (state, silent) => {
    const mark = state.src[state.pos] ?? '';
    if (mark !== '*' && mark !== '_' && mark !== '~') return false;
    let end = state.pos;
    while (state.src[end] === mark) end += 1;
    const [before = '', after = ''] = [state.src[state.pos - 1], state.src[end]];
    if (!(IN_A_WORD.test(before) && IN_A_WORD.test(after)) && !isInPath(state)) return false;
    if (!silent) state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
}

function isInPath({ src, pos }: Place): boolean {
  const word = /\S*$/u.exec(src.slice(Math.max(0, pos - LOOK), pos))?.[0] ?? '';
  return PATH.test(word);
}
