import type { Change } from './change.ts';

/** A change of the specification that would lose or contradict stored data; nothing was changed. */
export class MigrationRefused extends Error {
  /** Everything that the migration would do; those that are `open` wait for consent. */
  readonly changes: readonly Change[];

  constructor(changes: readonly Change[]) {
    const open = changes.filter(({ verdict }) => verdict === 'open');
    super(
      `the stored data does not fit the specification: ${open.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`,
    );
    this.name = 'MigrationRefused';
    this.changes = changes;
  }
}
