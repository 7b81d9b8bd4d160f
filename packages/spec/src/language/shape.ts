import type { KEYS } from '../compile/reading/keys.ts';
import type { NOT_YET_KEYS } from '../compile/reading/not-yet.ts';

/** A kind of map with fixed keys. */
export type Place = keyof typeof NOT_YET_KEYS | 'noOverlap' | 'comments' | 'importing' | 'group' | 'menuGroup';

type Listed<Keys, P> = P extends keyof Keys
  ? Keys[P] extends readonly (infer Key extends string)[]
    ? Key
    : never
  : never;

/** The keys of one kind of map, those that do not run yet among them; without those that only some types or screens have. */
type KeyAt<P extends Place> = Listed<typeof KEYS, P> | Listed<typeof NOT_YET_KEYS, P>;

/** Things that are declared under ids. */
export type ThingKind =
  | 'entity'
  | 'field'
  | 'group'
  | 'option'
  | 'state'
  | 'transition'
  | 'rule'
  | 'role'
  | 'condition'
  | 'screen'
  | 'block'
  | 'section'
  | 'menu'
  | 'reaction'
  | 'call'
  | 'error'
  | 'limit'
  | 'term';

/** What a written name names; where it belongs to an entity, that of the place. */
export type NameKind =
  | 'entity'
  | 'entity_or_lines'
  | 'field'
  | 'column'
  | 'field_or_group'
  | 'options_of'
  | 'role'
  | 'state'
  | 'transition'
  | 'screen'
  | 'error'
  | 'page';

/** What may stand at one place of a specification. `not shown` may stand at every one. */
export type Shape =
  | { readonly is: 'flag' }
  | { readonly is: 'whole'; readonly min: number; readonly max: number }
  | { readonly is: 'text' }
  | { readonly is: 'word'; readonly words: readonly string[] }
  | { readonly is: 'name'; readonly of: NameKind }
  /** An expression of CEL, without a leading `=`. */
  | { readonly is: 'expression' }
  /** `true`, `false`, or an expression. */
  | { readonly is: 'condition' }
  /** A literal or, after `=`, an expression. */
  | { readonly is: 'value' }
  | { readonly is: 'any' }
  | { readonly is: 'map'; readonly place: Place }
  /** A map of things under ids of the author's choice. */
  | { readonly is: 'things'; readonly kind: ThingKind; readonly of: Shape }
  /** A map whose keys are names of things declared elsewhere. */
  | { readonly is: 'keyed'; readonly by: NameKind; readonly of: Shape }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'either'; readonly of: readonly Shape[] };

/** The shapes of one kind of map: of every key that it may have. */
export type ShapesAt<P extends Place> = Readonly<Record<KeyAt<P>, Shape>> & Readonly<Record<string, Shape>>;
