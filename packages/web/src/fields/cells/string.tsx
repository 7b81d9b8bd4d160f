import type { StringField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

/** Mail and telephone addresses, and web addresses that are plain http, open on press. */
function StringCell({ field, value, compact }: CellProps<StringField>) {
  const text = String(value);
  const href = compact ? null : addressOf(field, text);
  return href === null ? (
    <bdi>{text}</bdi>
  ) : (
    <a href={href} rel="noreferrer">
      <bdi>{text}</bdi>
    </a>
  );
}

function addressOf(field: StringField, text: string): string | null {
  if (field.format === 'email') return `mailto:${text}`;
  if (field.format === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`;
  return field.format === 'url' && /^https?:\/\//i.test(text) ? text : null;
}

export const stringCell: CellKind<StringField> = { ...PLAIN_CELL, Cell: StringCell, room: 'long' };
