/** Why a changed specification cannot be applied to the data that is stored. */
export type MigrationReason = 'column_has_data' | 'table_has_data' | 'type_has_data' | 'option_in_use' | 'not_unique';

/** A change of the specification that would lose or contradict stored data; nothing was changed. */
export class MigrationRefused extends Error {
  readonly reason: MigrationReason;
  readonly table: string;
  readonly column: string | null;
  /** The value that is in the way, or an empty text. */
  readonly detail: string;

  constructor(reason: MigrationReason, table: string, column: string | null, detail = '') {
    const place = column === null ? `"${table}"` : `"${table}"."${column}"`;
    super(
      `the stored data does not fit the specification: ${reason} at ${place}${detail === '' ? '' : ` (${detail})`}`,
    );
    this.name = 'MigrationRefused';
    this.reason = reason;
    this.table = table;
    this.column = column;
    this.detail = detail;
  }
}
