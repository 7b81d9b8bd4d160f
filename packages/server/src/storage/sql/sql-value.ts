/** What a statement takes and a row holds; text is UTF-8, integers are exact. */
export type SqlValue = null | boolean | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;
