import type { Expression } from './expression.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Rule } from './rule.ts';

interface FieldCommon {
  readonly id: string;
  readonly required: boolean;
  readonly requiredWhen: Expression | null;
  readonly visibleWhen: Expression | null;
  readonly editableWhen: Expression | null;
  /** A literal default is an expression too. */
  readonly default: Expression | null;
  readonly min: Expression | null;
  readonly max: Expression | null;
  readonly unique: boolean;
  readonly index: boolean;
  readonly search: boolean;
  /** No person, import or call writes it; `set`, `copy`, `default` and data files do. */
  readonly readOnly: boolean;
  /** The first filled value stays. */
  readonly immutable: boolean;
  readonly noCopy: boolean;
  /** In no grant that does not name it. */
  readonly closed: boolean;
  readonly editableWhenLocked: boolean;
  /** `live` is evaluated at each read and never stored, since it reads the clock. */
  readonly computed: { readonly expression: Expression; readonly live: boolean } | null;
  readonly copy: { readonly expression: Expression; readonly ifBlank: boolean } | null;
}

export interface StringField extends FieldCommon {
  readonly type: 'string';
  readonly format: 'email' | 'url' | 'phone' | 'code' | null;
  readonly pattern: string | null;
}
export interface TextField extends FieldCommon {
  readonly type: 'text';
  readonly format: 'plain' | 'markdown';
}
export interface ChoiceField extends FieldCommon {
  readonly type: 'choice';
  readonly options: readonly string[];
}
export interface ChoicesField extends FieldCommon {
  readonly type: 'choices';
  readonly options: readonly string[];
}
/** `pattern` holds `{yyyy}`, `{mm}` and one run of zeros in braces, `{00000}`. */
export interface SequenceField extends FieldCommon {
  readonly type: 'sequence';
  readonly pattern: string;
}
export interface ReferenceField extends FieldCommon {
  readonly type: 'reference';
  readonly to: string;
  readonly inverse: string;
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
  /** What the picker offers and the server accepts; reads `option`. */
  readonly where: Expression | null;
}
export interface ReferencesField extends FieldCommon {
  readonly type: 'references';
  readonly to: string;
  readonly inverse: string;
  readonly where: Expression | null;
}
export interface IntegerField extends FieldCommon {
  readonly type: 'integer';
}
export interface NumberField extends FieldCommon {
  readonly type: 'number';
  readonly scale: number;
}
/** `scale` is that of the currency (EUR 2, JPY 0). */
export interface MoneyField extends FieldCommon {
  readonly type: 'money';
  readonly scale: number;
  readonly currency: string;
}
export interface PercentField extends FieldCommon {
  readonly type: 'percent';
  readonly scale: number;
}
export interface BooleanField extends FieldCommon {
  readonly type: 'boolean';
}
export interface DateField extends FieldCommon {
  readonly type: 'date';
}
export interface DatetimeField extends FieldCommon {
  readonly type: 'datetime';
}
export interface LinesField extends FieldCommon {
  readonly type: 'lines';
  readonly fields: Readonly<Record<string, Field>>;
}

export type Field =
  | StringField
  | TextField
  | ChoiceField
  | ChoicesField
  | SequenceField
  | ReferenceField
  | ReferencesField
  | IntegerField
  | NumberField
  | MoneyField
  | PercentField
  | BooleanField
  | DateField
  | DatetimeField
  | LinesField;

export type FieldType = Field['type'];
export type FieldOf<T extends FieldType> = Extract<Field, { readonly type: T }>;

/** One part of a record's title: fixed text, or the value of a field. */
export type TitlePart = { readonly text: string } | { readonly field: string };

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
  /** Compound unique constraints, each a list of fields. */
  readonly unique: readonly (readonly string[])[];
  readonly noOverlap: {
    readonly from: string;
    readonly to: string;
    readonly per: readonly string[];
    readonly when: Expression | null;
  } | null;
  readonly lifecycle: Lifecycle | null;
  readonly rules: readonly Rule[];
  readonly history: boolean;
  readonly trash: boolean;
}
