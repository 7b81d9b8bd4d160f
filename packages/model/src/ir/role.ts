import type { Condition } from './expression.ts';

/** What a grant allows; transitions go by their own `by`. `import_states`: what `states` of `import` adds to it. */
export type Verb =
  | 'read'
  | 'refer'
  | 'create'
  | 'update'
  | 'delete'
  | 'comment'
  | 'history'
  | 'export'
  | 'import'
  | 'import_states'
  | 'print';

/** What a grant allows with one field. */
export interface FieldRight {
  readonly create: boolean;
  readonly read: boolean;
  readonly update: boolean;
}

/** These verbs on these rows with these fields. Grants of a user's roles are OR-ed as whole grants. */
export interface Grant {
  /** Stable within a model: `<role>.<entity>` and a number where an entry is a list. */
  readonly id: string;
  readonly role: string;
  readonly entity: string;
  /** A verb that is absent is not granted. */
  readonly verbs: Readonly<Partial<Record<Verb, Condition>>>;
  /** What must hold of the record after an update; the `update` condition itself unless `update_to` says otherwise. */
  readonly updateTo: Condition | null;
  /** The id of the grant all of whose rows hold those of this one, which only opens further fields on some of them; null of every other. */
  readonly within: string | null;
  /** `link`: the record whose unguessable address the caller holds. */
  readonly access: 'link' | null;
  /** Accepts that it shows values which the role may not read at their source. */
  readonly discloses: boolean;
  /** One entry for every field of the entity: the default is what the verbs allow; `closed` fields are in it only when named. */
  readonly fields: Readonly<Record<string, FieldRight>>;
}

/** A page of the runtime that `runtime:` opens, or `impersonate`: what somebody does in the name of others, or `views`: views of lists that everybody has. */
export type RuntimeRight =
  | 'spec'
  | 'users'
  | 'keys'
  | 'impersonate'
  | 'audit'
  | 'faults'
  | 'operate'
  | 'views'
  | 'limits'
  | 'view_as'
  | 'backup';

/** A role with everything it opens. */
export interface Role {
  readonly id: string;
  readonly includes: readonly string[];
  /** `everyone` who is signed in; `public`: without signing in too. */
  readonly members: 'everyone' | 'public' | null;
  /** Its own grants and those of the roles it includes, unchanged. */
  readonly grants: readonly Grant[];
  readonly runtime: readonly RuntimeRight[];
  /** Roles it may give to and take from users. */
  readonly gives: readonly string[];
  readonly apart: readonly string[];
  /** The id of the screen that its people come to first. */
  readonly home: string | null;
}
