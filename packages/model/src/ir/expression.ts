/**
 * The type of a value inside an expression, inferred by the checker. `currency` of an amount is its code, or `?` where
 * only the record says it; numbers without one fit every currency.
 */
export type Type =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly currency?: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'date' }
  | { readonly kind: 'datetime' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'line'; readonly entity: string; readonly field: string }
  | { readonly kind: 'file' }
  | { readonly kind: 'json' }
  | { readonly kind: 'secret' }
  | { readonly kind: 'list'; readonly of: Type };

/** The names that exist at some place of a specification; which ones depends on the place. */
export type Variable =
  | 'record'
  | 'before'
  | 'line'
  | 'user'
  | 'input'
  | 'option'
  | 'limits'
  | 'transition'
  | 'creating'
  | 'now'
  | 'today';

/**
 * One node of a parsed and typed expression. Plain data: it is part of the model and travels to the browser.
 * Operators are calls by name (`eq`, `and`, `add`, …); `guarded` marks a comparison whose `user` side,
 * when blank, makes it undecided, so that a blank never grants access.
 */
export type Node =
  | { readonly node: 'literal'; readonly type: Type; readonly value: string | boolean | null }
  | { readonly node: 'variable'; readonly type: Type; readonly name: string }
  | { readonly node: 'field'; readonly type: Type; readonly of: Node; readonly name: string }
  | {
      readonly node: 'call';
      readonly type: Type;
      readonly fn: string;
      readonly args: readonly Node[];
      readonly guarded?: true;
    }
  | {
      readonly node: 'macro';
      readonly type: Type;
      readonly fn: string;
      readonly list: Node;
      readonly variable: string;
      readonly body: Node;
    }
  | { readonly node: 'list'; readonly type: Type; readonly items: readonly Node[] };

/**
 * A checked expression. `reads` lists the paths it needs, dotted and rooted at a variable
 * (`record.category.billable`, `user.team`, `line.qty`); code that loads a record for it loads these.
 * `tree` is null where this side may not decide it: evaluation then answers `undefined`, "ask the server".
 */
export interface Expression {
  readonly source: string;
  readonly type: Type;
  readonly tree: Node | null;
  readonly reads: readonly string[];
}

/** True, or the expression that must hold. */
export type Condition = true | Expression;
