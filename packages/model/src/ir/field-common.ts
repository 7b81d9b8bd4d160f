import type { Expression } from './expression.ts';

/** What every field has, whatever its type. */
export interface FieldCommon {
  readonly id: string;
  /** Its id before it was given this one: what an open page or a draft holds under that one belongs to it. */
  readonly was?: string;
  /**
   * The further life cycle that writes it, by the field that holds the state: on this field itself, and on those that say since
   * when the record is in the state (`delivery_since`) and whether it is final (`delivery_final`).
   */
  readonly cycle?: string;
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
  /** Never kept outside of the record itself: in no log, no error report and no draft in the browser. */
  readonly sensitive: boolean;
  readonly editableWhenLocked: boolean;
  /**
   * Of a translated text the language that it is in; null of every other field. The field itself holds the text in the source
   * language, and each further language has a field of its own beside it: `name.ja`.
   */
  readonly language: string | null;
  /** Of a text in a further language the id of the field that it translates. */
  readonly translates?: string;
  /** Removed by a request to erase a person. */
  readonly personal: boolean;
  /** The field by which this one is sorted: the reading of a name. */
  readonly sortBy: string | null;
  /** `live` is evaluated at each read and never stored, since it reads the clock. */
  readonly computed: { readonly expression: Expression; readonly live: boolean } | null;
  readonly copy: { readonly expression: Expression; readonly ifBlank: boolean } | null;
}

/** What all numbers have: `triangle` shows negatives in Japanese as △1,200. */
export interface NumericField extends FieldCommon {
  readonly triangle: boolean;
}
