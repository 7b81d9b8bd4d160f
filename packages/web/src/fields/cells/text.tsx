import type { TextField } from '@ninefold/model';
import { Markdown } from '../../kit/markdown/markdown.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import styles from './cells.module.css';

function TextCell({ field, value, compact }: CellProps<TextField>) {
  const text = String(value);
  if (compact) return <bdi>{text.replace(/\s+/gu, ' ')}</bdi>;
  if (field.format === 'markdown') return <Markdown text={text} />;
  return <p className={styles['lines']}>{text}</p>;
}

export const textCell: CellKind<TextField> = {
  ...PLAIN_CELL,
  Cell: TextCell,
  isWide: true,
  room: 'long',
  isColumn: false,
};
