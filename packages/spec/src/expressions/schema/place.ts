import type { Expression, LimitEntry, Type } from '@ninefold/model';
import type { Bounds } from './bounds.ts';

/** What has fields: a record or a line. */
export type FieldHolder = Extract<Type, { readonly kind: 'record' | 'line' }>;

/** What expressions can name: looked up while checking, implemented by the code that has the specification or a model. */
export interface Schema {
  /** Type of a field, system fields included; null where the entity has no such field. An object is like a line: its members have types. */
  fieldType(entity: string, field: string): Type | null;
  /** Type of a field of lines, or of a part of an object. */
  lineFieldType(entity: string, linesField: string, field: string): Type | null;
  /** The entities of a reference, or of references, to several, each with a part of its name; none of any other field. */
  targets?(entity: string, field: string): readonly string[];
  /** The field that holds a translated text in one of its languages; null where it is not translated, or into another one. */
  languageField?(holder: FieldHolder, field: string, language: string): string | null;
  /** The languages of a translated text; none of any other field. */
  languageNames?(holder: FieldHolder, field: string): readonly string[];
  limitType(id: string): Type | null;
  /** Type of a field of the transition's own form. */
  inputType?(name: string): Type | null;
  readonly roles: readonly string[];
  /** The roles that come with this one, itself among them; null where every signed-in user has it. */
  rolesGiving?(role: string): readonly string[] | null;
  fieldNames(entity: string): readonly string[];
  lineFieldNames?(entity: string, linesField: string): readonly string[];
  limitNames(): readonly string[];
  /** The values of a limit from a day on, ascending, in wire form; empty where it has one value for every day. */
  limitDates?(id: string): LimitEntry['dated'];
  /** How many days it may have values from, where these are only known while the application runs; otherwise 0. */
  limitMost?(id: string): number;
  inputNames?(): readonly string[];
  /** The values a choice (or `state`) may have; null where the field is not one. Line fields are named `lines.field`. */
  options?(entity: string, field: string): readonly string[] | null;
  /** True where the entity's records form a tree. */
  isTree?(entity: string): boolean;
  /** The transitions of the entity's own life cycle; each has a list of who fired it. */
  transitionNames?(entity: string): readonly string[];
  /** False where nothing of what happens to the records of the entity is kept, so that nobody knows who fired. */
  keepsHistory?(entity: string): boolean;
  /** Those of its transitions that need approvals. */
  approvalNames?(entity: string): readonly string[];
  /** Whose approval a transition needs; null where it needs none. */
  approvals?(entity: string, transition: string): Asked | null;
}

/** The approvals of a transition, as far as expressions say whom they ask. */
export interface Asked {
  readonly transition: string;
  /** The field that holds the state, and the states out of which the transition leads. */
  readonly field: string;
  readonly from: readonly string[];
  /** Source of the expression for the people, of `record`. */
  readonly of: string;
  /** Source of the expression for who may press in the place of `approver`; null where nobody may. */
  readonly substitute: string | null;
  /** The same for who may do so where `approver` has not pressed in time. */
  readonly escalateTo: string | null;
  /** One after the other. */
  readonly ordered: boolean;
}

/** Where an expression stands: the names it may use and what it is for. */
export interface Place {
  /** Names and their types. The types of `limits` and `input` are not looked at: their members come from the schema. */
  readonly variables: Readonly<Record<string, Type>>;
  readonly schema: Schema;
  /** For row conditions and guards: a comparison whose `user` side is blank is undecided. */
  readonly guarded: boolean;
  /** For row conditions: only what the database can run is allowed. */
  readonly asRows?: boolean;
  /** For guards of transitions that people fire: what is typed into their form may be compared with a secret. */
  readonly verifies?: boolean;
  readonly expects?: Type['kind'];
  /** The currency that the value has to be in. */
  readonly currency?: string;
  /** How large it may be; left out: what an author is held to. */
  readonly bounds?: Bounds;
  /** Called with every name that is known, for editors. */
  readonly mention?: (mention: Mention) => void;
}

/** Something wrong in an expression; `start` and `end` are offsets into its source, in UTF-16 code units. */
export interface ExpressionIssue {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly params: Readonly<Record<string, string>>;
}

export interface Checked {
  /** Null as soon as there is an issue. */
  readonly expression: Expression | null;
  readonly issues: readonly ExpressionIssue[];
}

/** The variables that exist at every place. */
export const COMMON_VARIABLES: Readonly<Record<string, Type>> = {
  limits: { kind: 'null' },
  now: { kind: 'datetime' },
  today: { kind: 'date' },
};

/** A name in an expression that the checker knew; offsets are those of the expression's source. */
export interface Mention {
  /** What it names: `field ticket.due`, `limit answer_hours`, `role agent`, `option ticket.priority.high`, `function days`. */
  readonly symbol: string;
  readonly type: Type | null;
  readonly start: number;
  readonly end: number;
}
