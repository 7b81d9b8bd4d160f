import type { Expression, Model, StoredFile, Wire } from '@ninefold/model';
import type { Reason } from './reason.ts';

/** One file of a specification folder, its path relative to the folder with `/` between parts. */
export interface SourceFile {
  readonly path: string;
  /** Of a file that cells of data files name (`data/files/plan.pdf`) the SHA-256 of its content, in hexadecimal digits. */
  readonly text: string;
  /** What such a file is by its first bytes, where whoever reads the folder has looked at them. */
  readonly looks?: Pick<StoredFile, 'size' | 'type'>;
}

/** Something found before running. Its text is rendered from the `checks` locale files by `id`. */
export interface Issue {
  /** `NF` and four digits. */
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'notice';
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly length: number;
  /** The whole source line, without its line end. */
  readonly sourceLine: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * What reasoning says of a claim about all values: `proved`, `refuted` by an example, or `undecided` for a reason. Its
 * text is rendered from the `reasoning` locale files. The `id` is that of the check which reports the claim where it is
 * a mistake.
 */
export interface Verdict {
  readonly id: string;
  readonly verdict: 'proved' | 'refuted' | 'undecided';
  readonly file: string;
  /** 1-based, as of an issue. */
  readonly line: number;
  readonly column: number;
  /** What the claim is about: `name`, and `other`, `state`, `role`, `source` where it is about more. */
  readonly params: Readonly<Record<string, string>>;
  /** Values for which the claim does not hold, with the steps that lead to them. Empty where there are none. */
  readonly example: string;
  /** Why the claim is undecided; null where it is decided. */
  readonly reason: Reason | null;
  /** True where an issue reports the same. */
  readonly told: boolean;
  /** The steps of the example as data, the last of which shows it. Left out where there is no example. */
  readonly steps?: readonly ExampleStep[];
}

/** One step of an example: what happens to the record, and who does it. */
export interface ExampleStep {
  /** The entity whose record takes it; left out: the one that the verdict is about. */
  readonly entity?: string;
  /** How the values of later steps name its record, where they are steps of another one. */
  readonly record?: string;
  /** A transition, `create`, `update` for a plain change, or `read`. */
  readonly name: string;
  /** Who does it, as records are named in the values: `user 1` does the last step, `system` what a timer does. */
  readonly actor: string;
  /** By path, as they are once it is done: `record.size`, `user.roles`, `record.team` as `{ id }`. */
  readonly values: Readonly<Record<string, Wire>>;
}

/** Texts of one language, nested as in the locale file: `entities.ticket.label` is `{ entities: { ticket: { label } } }`. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** A file that a cell of a data file names: its path in the specification, and the SHA-256 of its content. */
export type AttachedFile = { readonly attached: string; readonly hash: string };

/** A cell of a data file: a wire value, an `AttachedFile` for each file, or an expression of `now`, `today` and `limits` (written `= now - days(3)`). */
export type Cell = Wire | Expression;

/** Records to load by key (`records`), or past events of an entity's records (`history`). */
export interface DataFile {
  readonly path: string;
  readonly entity: string;
  readonly kind: 'records' | 'history';
  /** True below `data/demo/`: loaded only while the demonstration sign-in is open. */
  readonly demo: boolean;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** A thing that had another id before; stored data follows it. */
export interface Renamed {
  readonly kind: 'entity' | 'field' | 'option' | 'state' | 'transition' | 'reaction' | 'role' | FormerName;
  /**
   * Ids as they are now: `[ticket]`, `[ticket, urgency]`, `[ticket, urgency, high]`, `[ticket, rows, amount]`; of a role
   * `[agent]`, of a rule `[ticket, said]`, of a section `[ticket_page, costs]`.
   */
  readonly path: readonly string[];
  readonly was: string;
}

/** What is named in addresses and messages; no record holds its id. */
type FormerName = 'rule' | 'screen' | 'section' | 'error' | 'limit';

/** An id that is gone for good: values that are stored under it may be deleted. */
export interface Dropped {
  readonly kind: 'field' | 'option' | 'state';
  readonly path: readonly string[];
}

/** The former ids that a specification names. */
export interface FormerIds {
  readonly renamed: readonly Renamed[];
  readonly dropped: readonly Dropped[];
}

/** A compiled specification: everything that a running application needs. */
export interface Application {
  readonly model: Model;
  /** By language; the source language is complete (missing texts are the id in words). */
  readonly texts: Readonly<Record<string, TextTree>>;
  /** Markdown of `locales/pages/<page>.<language>.md`, by page and language. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly data: readonly DataFile[];
  readonly former: FormerIds;
  /** What is found beside in an installation where the secret of a call (`params.secret`) is not set: at each call. */
  readonly unset: readonly Issue[];
}

/** `application` is null when an issue of severity `error` was found. Issues and verdicts are ordered by place. */
export interface Compiled {
  readonly application: Application | null;
  readonly issues: readonly Issue[];
  /** Empty where the files could not be read as a whole. */
  readonly verdicts: readonly Verdict[];
}
