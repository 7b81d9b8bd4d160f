import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Scroller } from '../page/scroller.tsx';
import { parseMarkdown, wordsOf, type Part, type PartElement } from './parse.ts';
import { PlainText } from './plain-text.tsx';

/** The first of these lines, or nothing: what a frame that scrolls is called. */
function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part.content))).join(' ');
}

type Levels = ReadonlyMap<string, string>;

/** How an element is drawn that does not stand for itself. */
const DRAWN: Readonly<Record<string, (part: PartElement, content: ReactNode, levels: Levels) => ReactNode>> = {
  '': (_part, content) => content,
  a: ({ href }, content) =>
    href?.startsWith('/') === true ? (
      <Link to={href}>{content}</Link>
    ) : (
      <a href={href ?? undefined} rel="noopener noreferrer nofollow">
        {content}
      </a>
    ),
  pre: (part, content) => (
    <Scroller label={textOf(part.content).split('\n')[0] ?? ''}>
      <pre>
        <code>{content}</code>
      </pre>
    </Scroller>
  ),
  table: (part, content) => (
    <Scroller label={textOf(part.content.slice(0, 1)).trim()}>
      <table>{content}</table>
    </Scroller>
  ),
  th: (_part, content) => <th scope="col">{content}</th>,
  ol: ({ start }, content) => <ol start={start ?? undefined}>{content}</ol>,
  li: ({ start }, content) => <li value={start ?? undefined}>{content}</li>,
  hr: () => <hr />,
  br: () => <br />,
};

function drawn(parts: readonly Part[], levels: Levels): ReactNode {
  return parts.map((part, index) =>
    typeof part === 'string' ? part : <Fragment key={index}>{drawnElement(part, levels)}</Fragment>,
  );
}

function drawnElement(part: PartElement, levels: Levels): ReactNode {
  const content = drawn(part.content, levels);
  const own = DRAWN[part.tag];
  return own ? own(part, content, levels) : createElement(levels.get(part.tag) ?? part.tag, null, content);
}

/** Levels without gaps: the page has the h1, so the text's first level is h2. */
function headingLevels(parts: readonly Part[]): Levels {
  const used = new Set<string>();
  const look = (part: Part): void => {
    if (typeof part === 'string') return;
    if (/^h[1-6]$/.test(part.tag)) used.add(part.tag);
    part.content.forEach(look);
  };
  parts.forEach(look);
  return new Map([...used].sort().map((tag, index) => [tag, `h${String(Math.min(index + 2, 6))}`]));
}

/** A markdown text as elements. It can hold no HTML and no images, and links lead only to web, mail, telephone or inside the application. */
export function DrawnMarkdown({ text }: { readonly text: string }) {
  const parts = useMemo(() => parseMarkdown(text), [text]);
  return parts === null ? <PlainText text={text} /> : drawn(parts, headingLevels(parts));
}

/** The words of a markdown text, for where there is one line. */
export function MarkdownLine({ text }: { readonly text: string }) {
  return useMemo(() => wordsOf(text), [text]);
}
