import type { EntityReaction } from './effect.ts';
import type { Expression } from './expression.ts';
import type { Field } from './field.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ApplicationErrorId, Rule } from './rule.ts';

/** One part of a record's title: fixed text, or the value of a field. */
export type TitlePart = { readonly text: string } | { readonly field: string };

/** Values that no two records outside the trash share while `when` holds of both; a record with a blank among them is skipped. */
export interface UniqueConstraint {
  readonly fields: readonly string[];
  /** Reads stored values of the record only, compared with constants; null: always. */
  readonly when: Expression | null;
}

/** Records outside the trash, with the same values in `per`, whose periods do not meet while `when` holds of both. */
export interface NoOverlap {
  readonly from: string;
  readonly to: string;
  readonly per: readonly string[];
  readonly when: Expression | null;
  /** What it is called: the entry `<entity>.<name>` of the catalogue is then its own. */
  readonly name: string | null;
  /** Id in the error catalogue: its own entry or one that it shares; null: the runtime's `overlaps`. */
  readonly error: ApplicationErrorId | null;
}

/** People may comment on records. */
export interface Commenting {
  /** Roles that read and write internal comments; none: there are no internal ones. */
  readonly internal: readonly string[];
  /** Fields whose people follow the record while they stand there, `created_by` among them. */
  readonly follow: readonly string[];
}

/** A kind of record. `fields` are in the order of the specification; system fields (`id`, `version`, …) are not among them. */
export interface Entity {
  readonly id: string;
  readonly title: readonly TitlePart[];
  /** The field that names a record in addresses, data files and imports. */
  readonly key: string | null;
  /** What reference pickers offer, unless the reference says otherwise; reads `record`. */
  readonly pick: Expression | null;
  readonly fields: Readonly<Record<string, Field>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Compound unique constraints. */
  readonly unique: readonly UniqueConstraint[];
  /** Compound indexes, each a list of fields or of columns that every record has. */
  readonly indexes: readonly (readonly string[])[];
  readonly noOverlaps: readonly NoOverlap[];
  readonly lifecycle: Lifecycle | null;
  /** Further life cycles, by the field that holds their state. */
  readonly lifecycles: Readonly<Record<string, Lifecycle>>;
  readonly reactions: readonly EntityReaction[];
  readonly rules: readonly Rule[];
  /** The reference to the record above, where the entity is a tree. */
  readonly tree: string | null;
  /** Null: nobody comments on records. */
  readonly comments: Commenting | null;
  readonly history: boolean;
  readonly trash: boolean;
  /** Only of a narrowed model: its records make calls to other systems, of which the reader may ask. */
  readonly sends?: true;
}
