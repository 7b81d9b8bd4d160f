import type { TextField } from '@ninefold/model';
import { Markdown, MarkdownWords } from '../../kit/markdown/markdown.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import styles from './cells.module.css';

function TextCell({ field, value, compact }: CellProps<TextField>) {
  const text = String(value);
  const isMarkdown = field.format === 'markdown';
  if (compact) return <bdi>{isMarkdown ? <MarkdownWords text={text} /> : text.replace(/\s+/gu, ' ')}</bdi>;
  if (isMarkdown) return <Markdown text={text} />;
  return <p className={styles['lines']}>{text}</p>;
}

export const textCell: CellKind<TextField> = {
  ...PLAIN_CELL,
  Cell: TextCell,
  isWide: true,
  isBody: true,
  room: 'long',
  isColumn: false,
};
