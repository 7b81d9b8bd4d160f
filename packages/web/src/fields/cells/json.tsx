import { showJson, type JsonField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import styles from './json.module.css';

/** Text of a program, which is read from left to right in every language. */
function JsonCell({ value, compact }: CellProps<JsonField>) {
  const text = String(value);
  if (compact)
    return (
      <code className={styles['short']} dir="ltr">
        {text}
      </code>
    );
  return (
    <pre className={styles['whole']} dir="ltr">
      {showJson(text)}
    </pre>
  );
}

export const jsonCell: CellKind<JsonField> = {
  ...PLAIN_CELL,
  Cell: JsonCell,
  isWide: true,
  isBody: true,
  room: 'long',
  isColumn: false,
};
