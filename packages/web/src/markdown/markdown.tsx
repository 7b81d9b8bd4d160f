import { createElement, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Scroller } from '../frame/scroller.tsx';
import { parseBlocks, type Block } from './blocks.ts';
import { parseInline, type Inline } from './inline.ts';
import classes from './markdown.module.css';

function drawInline(pieces: readonly Inline[]): ReactNode {
  return pieces.map((piece, index) => {
    switch (piece.kind) {
      case 'text':
        return piece.text;
      case 'code':
        return <code key={index}>{piece.text}</code>;
      case 'link':
        return piece.href.startsWith('/') ? (
          <Link key={index} to={piece.href}>
            {drawInline(piece.content)}
          </Link>
        ) : (
          <a key={index} href={piece.href} rel="noopener noreferrer nofollow">
            {drawInline(piece.content)}
          </a>
        );
      default:
        return createElement(piece.kind, { key: index }, drawInline(piece.content));
    }
  });
}

function Text({ source }: { readonly source: string }) {
  return <>{drawInline(parseInline(source))}</>;
}

function Table({ block }: { readonly block: Extract<Block, { kind: 'table' }> }) {
  return (
    <Scroller label={block.head.join(', ')}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                <Text source={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Text source={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function List({ block }: { readonly block: Extract<Block, { kind: 'list' }> }) {
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Text source={item} />
    </li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** Levels without gaps: the page has the h1, so the text's first level is h2. */
function headingLevels(blocks: readonly Block[]): ReadonlyMap<number, number> {
  const used = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])));
  return new Map([...used].sort((one, other) => one - other).map((level, index) => [level, Math.min(index + 2, 6)]));
}

function drawBlocks(blocks: readonly Block[], levels: ReadonlyMap<number, number>): ReactNode {
  return blocks.map((block, index) => {
    switch (block.kind) {
      case 'heading':
        return createElement(`h${levels.get(block.level) ?? 2}`, { key: index }, <Text source={block.source} />);
      case 'paragraph':
        return (
          <p key={index}>
            <Text source={block.source} />
          </p>
        );
      case 'code':
        return (
          <Scroller key={index} label={block.source.split('\n')[0] ?? ''}>
            <pre>
              <code>{block.source}</code>
            </pre>
          </Scroller>
        );
      case 'quote':
        return <blockquote key={index}>{drawBlocks(block.content, levels)}</blockquote>;
      case 'list':
        return <List key={index} block={block} />;
      case 'table':
        return <Table key={index} block={block} />;
      default:
        return <hr key={index} />;
    }
  });
}

/** A markdown text as elements. It can hold no HTML, and links lead only to web, mail, telephone or inside the application. */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseBlocks(text), [text]);
  return <div className={classes['markdown']}>{drawBlocks(blocks, headingLevels(blocks))}</div>;
}
