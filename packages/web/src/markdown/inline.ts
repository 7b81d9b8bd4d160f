/** A piece of running text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] };

const RULES: readonly { readonly pattern: RegExp; readonly make: (match: RegExpExecArray) => Inline | null }[] = [
  { pattern: /`([^`\n]+)`/, make: (match) => ({ kind: 'code', text: match[1] ?? '' }) },
  { pattern: /\*\*([^*\n]+)\*\*/, make: (match) => ({ kind: 'strong', content: parseInline(match[1] ?? '') }) },
  { pattern: /\*([^*\s][^*\n]*)\*/, make: (match) => ({ kind: 'em', content: parseInline(match[1] ?? '') }) },
  {
    pattern: /(?<![\p{L}\p{N}_])_([^_\s][^_\n]*)_(?![\p{L}\p{N}_])/u,
    make: (match) => ({ kind: 'em', content: parseInline(match[1] ?? '') }),
  },
  { pattern: /\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/, make: link },
  { pattern: /https?:\/\/[^\s<>()[\]]{1,2000}[^\s<>()[\].,;:!?'"、。]/, make: (match) => bare(match[0]) },
];

/** The address, when it is one that a reader may safely open: web, mail, telephone, or inside the application. */
export function safeAddress(address: string): string | null {
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return address;
  if (/^(\/(?![/\\])|#)/.test(address)) return address;
  return null;
}

function link(match: RegExpExecArray): Inline | null {
  const href = safeAddress(match[2] ?? '');
  return href === null ? null : { kind: 'link', href, content: parseInline(match[1] ?? '') };
}

function bare(address: string): Inline {
  return { kind: 'link', href: address, content: [{ kind: 'text', text: address }] };
}

/** Running text as pieces. What is no mark-up stays text, HTML among it. */
export function parseInline(source: string): readonly Inline[] {
  const pieces: Inline[] = [];
  let rest = source;
  while (rest !== '') {
    const found = firstMatch(rest);
    if (!found) break;
    if (found.match.index > 0) pieces.push({ kind: 'text', text: rest.slice(0, found.match.index) });
    pieces.push(found.make(found.match) ?? { kind: 'text', text: found.match[0] });
    rest = rest.slice(found.match.index + found.match[0].length);
  }
  if (rest !== '') pieces.push({ kind: 'text', text: rest });
  return pieces;
}

function firstMatch(text: string) {
  let first: { readonly match: RegExpExecArray; readonly make: (match: RegExpExecArray) => Inline | null } | null =
    null;
  for (const { pattern, make } of RULES) {
    const match = pattern.exec(text);
    if (match && (!first || match.index < first.match.index)) first = { match, make };
  }
  return first;
}
