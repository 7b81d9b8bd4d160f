import type { TextField } from '@ninefold/model';
import { Markdown } from '../markdown/markdown.tsx';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

export function TextCell({ field, value, compact }: CellProps<TextField>) {
  const text = String(value);
  if (compact) return <bdi>{text.replace(/\s+/gu, ' ')}</bdi>;
  if (field.format === 'markdown') return <Markdown text={text} />;
  return <p className={styles['lines']}>{text}</p>;
}
