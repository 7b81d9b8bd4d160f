/** A named constant. `value` is in wire form; null while it is not shown: whatever reads it then refuses. */
export interface LimitEntry {
  readonly id: string;
  readonly type: 'string' | 'text' | 'integer' | 'number' | 'money' | 'percent' | 'boolean' | 'date' | 'datetime';
  readonly value: string | number | boolean | null;
  /** Unit of the runtime's own limits (`ms`, `px`, `hours`, `bytes`, `count`), else null. */
  readonly unit: string | null;
  /** True where the entry is the runtime's own constant. */
  readonly runtime: boolean;
  /** True where the specification overrides the runtime's default. */
  readonly overridden: boolean;
}
