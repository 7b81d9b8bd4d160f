/** A block of a markdown text; `source` is running text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly source: string }
  | { readonly kind: 'paragraph'; readonly source: string }
  | { readonly kind: 'code'; readonly source: string }
  | { readonly kind: 'quote'; readonly content: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' };

interface Taken {
  readonly block: Block;
  readonly next: number;
}
type Taker = (lines: readonly string[], at: number) => Taken | null;

const LIST = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const DIVIDER = /^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/;

const line = (lines: readonly string[], at: number): string => lines[at] ?? '';

const takeCode: Taker = (lines, at) => {
  if (!line(lines, at).startsWith('```')) return null;
  let end = at + 1;
  while (end < lines.length && !line(lines, end).startsWith('```')) end += 1;
  return { block: { kind: 'code', source: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
};

const takeHeading: Taker = (lines, at) => {
  const match = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line(lines, at));
  if (!match) return null;
  return { block: { kind: 'heading', level: match[1]?.length ?? 1, source: match[2] ?? '' }, next: at + 1 };
};

const takeRule: Taker = (lines, at) =>
  /^\s*([-*_])(\s*\1){2,}\s*$/.test(line(lines, at)) ? { block: { kind: 'rule' }, next: at + 1 } : null;

const takeQuote: Taker = (lines, at) => {
  let end = at;
  while (end < lines.length && line(lines, end).startsWith('>')) end += 1;
  if (end === at) return null;
  const inner = lines.slice(at, end).map((each) => each.replace(/^>\s?/, ''));
  return { block: { kind: 'quote', content: parseBlocks(inner.join('\n')) }, next: end };
};

const takeList: Taker = (lines, at) => {
  const first = LIST.exec(line(lines, at));
  if (!first) return null;
  const items: string[] = [];
  let end = at;
  while (end < lines.length && line(lines, end).trim() !== '') {
    const match = LIST.exec(line(lines, end));
    if (match) items.push(match[2] ?? '');
    else items[items.length - 1] += ` ${line(lines, end).trim()}`;
    end += 1;
  }
  return { block: { kind: 'list', ordered: first[1] !== undefined, items }, next: end };
};

function cells(text: string): readonly string[] {
  return text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

const takeTable: Taker = (lines, at) => {
  if (!line(lines, at).includes('|') || !DIVIDER.test(line(lines, at + 1))) return null;
  let end = at + 2;
  while (end < lines.length && line(lines, end).includes('|')) end += 1;
  return {
    block: { kind: 'table', head: cells(line(lines, at)), rows: lines.slice(at + 2, end).map(cells) },
    next: end,
  };
};

const TAKERS: readonly Taker[] = [takeCode, takeHeading, takeRule, takeQuote, takeList, takeTable];

function takeSpecial(lines: readonly string[], at: number): Taken | null {
  for (const take of TAKERS) {
    const taken = take(lines, at);
    if (taken) return taken;
  }
  return null;
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let end = at + 1;
  while (end < lines.length && line(lines, end).trim() !== '' && !takeSpecial(lines, end)) end += 1;
  return { block: { kind: 'paragraph', source: lines.slice(at, end).join('\n') }, next: end };
}

/** A markdown text as blocks. Knows the common part of markdown and no HTML. */
export function parseBlocks(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (line(lines, at).trim() === '') {
      at += 1;
      continue;
    }
    const { block, next } = takeSpecial(lines, at) ?? takeParagraph(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}
