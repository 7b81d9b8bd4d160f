import { isSecret, malformed } from '@ninefold/model';
import type { ComponentProps } from 'react';
import { leftoverIn } from '../contract/leftover.ts';
import { Cell } from './cell.tsx';

/** A value that was typed and not saved: in the form of its type where it is a value of it, else as it was typed. A secret is never shown. */
export function TypedCell(props: ComponentProps<typeof Cell>) {
  const { field, value } = props;
  if (isSecret(field)) return <Cell {...props} />;
  const text = typeof value === 'string' && malformed(field, value) !== null ? value : leftoverIn(value);
  return text === null ? <Cell {...props} /> : <bdi>{text}</bdi>;
}
