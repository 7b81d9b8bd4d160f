import MarkdownIt from 'markdown-it';
import { safeAddress } from './address.ts';
import { keepAsTyped } from './as-typed.ts';

/** A part of a text: an element with what stands in it, or plain text. */
export type Part = string | PartElement;

export interface PartElement {
  /** The name of the HTML element; empty for parts without one of their own. */
  readonly tag: string;
  /** Of a link, where it leads. */
  readonly href: string | null;
  /** Of a numbered list, its first number; of an item whose number was written higher than those before it count, that one. */
  readonly start: number | null;
  readonly content: Part[];
}

/** How deep quotes and lists may stand in each other: each list is two levels. What is deeper is shown as it is written. */
const MOST_LEVELS = 24;
/** Longer texts are shown as they are written, so that no text holds up the page. */
const MOST_CHARACTERS = 60_000;

const parser = new MarkdownIt({ html: false, linkify: true, breaks: false, maxNesting: MOST_LEVELS });
parser.disable('image');
keepAsTyped(parser);
parser.validateLink = (address) => safeAddress(address) !== null;
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof parser.parse>[number];

/** A markdown text as parts; null where it is too long or too deep to be drawn. */
export function parseMarkdown(text: string): readonly Part[] | null {
  if (text.length > MOST_CHARACTERS) return null;
  const tokens = parser.parse(text, {});
  return tokens.some(({ level }) => level >= MOST_LEVELS - 1) ? null : partsOf(tokens);
}

const INSIDE_A_LINE = new Set(['', 'a', 'em', 'strong', 's', 'code']);

/** The words of a markdown text in one line, without its marks. */
export function wordsOf(text: string): string {
  const parts = parseMarkdown(text);
  return (parts === null ? text : joined(parts)).replace(/\s+/gu, ' ').trim();
}

function joined(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return INSIDE_A_LINE.has(part.tag) ? joined(part.content) : ` ${joined(part.content)} `;
    })
    .join('');
}

function partsOf(tokens: readonly Token[]): readonly Part[] {
  const root: PartElement = { tag: '', href: null, start: null, content: [] };
  const open = [root];
  for (const token of tokens) {
    const here = open.at(-1) ?? root;
    if (token.nesting === -1) open.pop();
    else if (token.nesting === 1) {
      const element = elementOf(token, here);
      here.content.push(element);
      open.push(element);
    } else here.content.push(...ownParts(token));
  }
  return root.content;
}

/** Paragraphs of a list whose items stand close together have no element of their own. */
function elementOf(token: Token, of: PartElement): PartElement {
  const href = token.attrGet('href');
  const start = token.type === 'list_item_open' ? numberOf(token, of) : token.attrGet('start');
  return {
    tag: token.hidden ? '' : token.tag,
    href: href === null ? null : String(href),
    start: start === null ? null : Number(start),
    content: [],
  };
}

/** The number that was written at an item, where it is higher than the items before it count; else null. */
function numberOf({ info }: Token, list: PartElement): number | null {
  let last = (list.start ?? 1) - 1;
  for (const item of list.content) if (typeof item !== 'string') last = item.start ?? last + 1;
  const written = /^\d{1,9}$/.test(info) ? Number(info) : 0;
  return written > last + 1 ? written : null;
}

function ownParts(token: Token): readonly Part[] {
  const { type, tag, content, children } = token;
  if (type === 'inline') return partsOf(children ?? []);
  if (type === 'softbreak') return ['\n'];
  if (tag === '') return [content];
  const inside = content === '' ? [] : [content.replace(/\n$/, '')];
  return [{ tag: type === 'fence' || type === 'code_block' ? 'pre' : tag, href: null, start: null, content: inside }];
}
