import type { ErrorId } from '../catalogue/runtime-errors.ts';
import type { Type } from '../ir/expression.ts';
import type { Model } from '../ir/model.ts';
import type { ListViewsAnswer } from './list-views.ts';
import type { FieldRight } from '../ir/role.ts';

/** A value as it stands in JSON: decimals are strings, dates `2026-03-05`, instants RFC 3339 UTC with milliseconds, blank is null. */
export type Wire =
  | string
  | number
  | boolean
  | null
  | ReferenceValue
  | readonly Wire[]
  | { readonly [name: string]: Wire | undefined };

/** A reference as the server sends it; `title` is missing where the reader may not see it. */
export interface ReferenceValue {
  readonly id: string;
  readonly title?: string;
  readonly [field: string]: Wire | undefined;
}

/** A record in wire form. Fields the reader may not read are absent. References may carry fields of their target that an expression reads. */
export interface RecordValue {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly created_by: ReferenceValue | null;
  readonly changed_at: string;
  readonly changed_by: ReferenceValue | null;
  readonly state?: string;
  readonly state_since?: string;
  readonly state_final?: boolean;
  /** The rendered title, in every answer of the API. */
  readonly title?: string;
  readonly [field: string]: Wire | undefined;
}

/** `GET /api/<entity>` */
export interface ListAnswer {
  readonly items: readonly RecordValue[];
  readonly total: number | null;
  readonly total_is: 'exact' | 'at_least' | null;
  /** The key to ask the next page with (`after=`), or null. */
  readonly next: string | null;
  /** By the names that `facets=` asks for: how many records each value has, without the filters of that field. */
  readonly facets?: { readonly [field: string]: readonly Facet[] };
  /** Of the trash: who deleted each record, by its id, as far as its history tells. */
  readonly trashed_by?: { readonly [record: string]: ReferenceValue };
}

/** `GET /_/path/<entity>/<id>`: what stands above a record of a tree, the highest first. */
export interface RecordPath {
  readonly items: readonly { readonly id: string; readonly title?: string | undefined }[];
}

/** `GET /api/_offers/<path>`: whole records where the reader may read them, else their id and what their title shows. */
export interface OffersAnswer extends Pick<ListAnswer, 'total' | 'total_is'> {
  /** The entity of the records. */
  readonly entity: string;
  readonly items: readonly ReferenceValue[];
}

/** How many records have a value: an option, a state, true or false, the id of a record; null: blank. Values that no record has are absent. */
export interface Facet {
  readonly value: string | boolean | null;
  readonly count: number;
  /** Of a record, where the reader may see it. */
  readonly title?: string;
}

/** One entry of `GET /api/<entity>/<id>/history`, newest first: `{ items: HistoryEntry[] }`. */
export interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly by: ReferenceValue | null;
  /** Who made the key by which it was done, where that is another person than `by`; else null. */
  readonly key_by: ReferenceValue | null;
  /**
   * `press` and `withdraw`: of an approval of the transition that did not fire yet; `escalate`: others may approve in the place of
   * `for` from then on; `refuse`: what the transition left although it was refused.
   */
  readonly kind:
    | 'create'
    | 'update'
    | 'transition'
    | 'press'
    | 'withdraw'
    | 'escalate'
    | 'refuse'
    | 'delete'
    | 'restore';
  /** The approver of a press: in whose place `by` pressed, where that is another person; of an escalation; else null. */
  readonly for: ReferenceValue | null;
  /** The person in whose name `by` pressed as their deputy; else null. */
  readonly through: ReferenceValue | null;
  readonly transition: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** The answers to the transition's own form. */
  readonly input: { readonly [field: string]: Wire } | null;
  readonly changes: readonly { readonly field: string; readonly old: Wire; readonly new: Wire }[];
  readonly via: 'screen' | 'call' | 'import' | 'data' | 'system';
  /** What made the application itself do it; null where somebody did. */
  readonly cause: HistoryCause | null;
}

/** Why the application did something by itself. */
export interface HistoryCause {
  /** A timer of the record, an effect of a transition, a reaction, what another system answered to an outgoing call, or an incoming call. */
  readonly kind: 'timer' | 'effect' | 'reaction' | 'call' | 'in_call';
  /** The transition, the reaction or the call. */
  readonly name: string;
  /** The record of the transition or reaction; missing where it is the record itself. */
  readonly entity?: string;
  readonly record?: ReferenceValue;
  /** Warnings that nobody was asked about: codes of the catalogue. */
  readonly warnings?: readonly ErrorId[];
}

/** One entry of `GET /api/<entity>/<id>/approvals`: a transition out of the present state that needs approvals. */
export interface ApprovalAnswer {
  readonly transition: string;
  /** How many of those who are asked have to approve, and how many are asked. */
  readonly needed: number;
  readonly asked: number;
  /** One after the other: only the first of `awaits` may press now. */
  readonly ordered: boolean;
  /** Oldest first; `for`: the approver in whose place it was done, `through`: the person whose deputy did it, else null. */
  readonly presses: readonly {
    readonly by: ReferenceValue;
    readonly for: ReferenceValue | null;
    readonly through: ReferenceValue | null;
    readonly at: string;
    /** False where the approver is not asked any more. */
    readonly counts: boolean;
  }[];
  /** Whose press is missing, in the order in which they are asked. */
  readonly awaits: readonly ReferenceValue[];
  /** Since when they are awaited. */
  readonly since: string;
  /** Who may approve in the place of those who are awaited, since these have not done so in time; nobody before. */
  readonly escalated: readonly ReferenceValue[];
  /** The deputies of those who are awaited, who may approve in their place until the end of a day. */
  readonly deputies: readonly {
    readonly person: ReferenceValue;
    readonly deputy: ReferenceValue;
    readonly until: string;
  }[];
  /** The substitutes of those who are awaited, who may approve in their place while they are active. */
  readonly substitutes: readonly { readonly person: ReferenceValue; readonly substitute: ReferenceValue }[];
  /** Those of `awaits` who may not approve themselves any more: they have left, or lost the role. */
  readonly unable: readonly ReferenceValue[];
  /** Whom the specification names of those who are not asked: they have left, or created the record. */
  readonly not_asked: readonly { readonly person: ReferenceValue; readonly why: 'left' | 'creator' }[];
  /** Nobody is left who may complete the approvals: too few people are asked who may give them, or who have others for them. */
  readonly stuck: boolean;
  /** What the reader may do about it: `press`, or `withdraw` their own press. */
  readonly mine: 'press' | 'withdraw' | null;
}

/** One entry of `GET /_/changes/<entity>/<id>?since=<version>`, newest first: `{ items: ChangeSince[] }`. */
export interface ChangeSince {
  readonly version: number;
  readonly at: string;
  /** Null for the application itself, and where the reader may not see who. */
  readonly by: ReferenceValue | null;
  /** The application did it by itself. */
  readonly by_itself?: true;
  /** The step that moved the record; missing where none did, or where the reader may not see its history. */
  readonly transition?: string;
  /** Fields that the reader may read; `state` where it changed. */
  readonly fields: readonly string[];
}

/** `GET` and `POST /_/presence/<entity>/<id>`: the version that the record has, and who else is editing it. */
export interface PresenceAnswer {
  readonly version: number;
  readonly editing: readonly ReferenceValue[];
}

/** One thing that is wrong: an id of the error catalogue and the values its message names. `path` as `lines[2].qty`, empty for the whole record. */
export interface Problem {
  readonly path: string;
  readonly code: ErrorId;
  readonly params: { readonly [name: string]: Wire };
  /** What decided a condition that failed, as far as the reader may know it; absent where nothing may be given. */
  readonly why?: readonly Why[];
}

/** The same as an answer says it. */
export interface ToldProblem extends Problem {
  /** In the language of the reader. */
  readonly message: string;
}

/** The smallest part of a condition that decided its verdict. */
export interface Why {
  /** The operator or function: `le`, `filled`, `in`; `field` for a boolean field itself. */
  readonly by: string;
  readonly saw: readonly Seen[];
}

/** A value that a condition saw: `record.cost`, `record.lines[2].qty`, `before.cost`, `limits.approval_from`, `today`. */
export interface Seen {
  readonly path: string;
  readonly type: Type['kind'];
  /** Of a record its id, of a list how many items it has. */
  readonly value: string | number | boolean | null;
}

/** Body of every refusal, `application/problem+json` (RFC 9457). */
export interface ProblemAnswer {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorId;
  readonly params: { readonly [name: string]: Wire };
  readonly request_id: string;
  readonly errors: readonly ToldProblem[];
  /** Rules of severity `warning` that the person has to confirm (`confirm: [rule]`). */
  readonly warnings?: readonly ToldProblem[];
  /** How many errors and warnings are not named, where there are too many of them. */
  readonly more?: number;
}

/** The signed-in user: a record of `user` with the fields that expressions read of it. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  /** Role ids, those with `members: everyone` and included ones among them. */
  readonly roles: readonly string[];
  readonly record: RecordValue;
}

/** Sample data of a specification: there is `none`, it is `loaded`, may still be (`open`), or not any more (`closed`), since people have begun to work. */
export type SampleDataState = 'none' | 'loaded' | 'open' | 'closed';

/** What the checker says of the specification that runs, in the reader's language. */
export interface IssueAnswer {
  /** `NF` and four digits. */
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'notice';
  /** `file:line`. */
  readonly place: string;
  readonly message: string;
  readonly help: string;
}

/** `GET /_/setup`: what the steps of the first run after the first account show; only for people with the right to manage users. */
export interface FirstRunAnswer {
  /** What the checker found in the specification that runs, and in this installation. */
  readonly issues: readonly IssueAnswer[];
  readonly sample_data: SampleDataState;
}

/** `GET /_/session`: 200 always; `me` is null while nobody is signed in. */
export interface SessionAnswer {
  readonly me: Me | null;
  /** Whether the signed-in user has a password; an account for the demonstration sign-in only has none. */
  readonly password: boolean;
  /** Accounts that one click signs in as, of a caller who is signed in their own alone; only while the demonstration sign-in is open. */
  readonly demo:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly roles: readonly string[];
      }[]
    | null;
  /** True while no account exists and the one-time link has to be used. */
  readonly setup: boolean;
  readonly name: string;
  readonly languages: readonly string[];
  readonly limits: { readonly [name: string]: string | number | boolean | null };
  /** Where the browser reports its own errors (a Sentry DSN). */
  readonly intake: string;
  readonly cookies: { readonly xsrf: string; readonly language: string };
  /** What the page needs of the model while nobody is signed in: nothing else of it is public. */
  readonly model_hash: string;
}

/** `GET /_/model`: the part of the model that this user may see. */
export interface ModelAnswer {
  readonly model: Model;
  readonly me: Me;
  /** The views of lists, as `GET /_/views` answers. */
  readonly lists: ListViewsAnswer;
}

/** `GET /_/tiles`: where maps get their pictures, `{z}`, `{x}` and `{y}` in it, and to whom credit is due; null: the operator names no server. */
export interface TilesAnswer {
  readonly url: string | null;
  readonly credit: string;
}

/** One public holiday; some days have several. */
export interface Holiday {
  readonly day: string;
  readonly name: string;
}

/** `GET /_/holidays/DE-BY?from=2026&to=2027&language=en`: by day. */
export interface HolidaysAnswer {
  readonly items: readonly Holiday[];
}

/** `GET /_/access?path=…`: the ids of the roles that open an address of the application. */
export interface AccessAnswer {
  readonly roles: readonly string[];
}

/** `GET /_/may/<entity>/<id>`: the server's own verdicts for one record, for what the browser cannot decide. */
export interface MayAnswer {
  readonly update: boolean;
  readonly delete: boolean;
  readonly history: boolean;
  readonly fields: { readonly [field: string]: FieldRight };
  readonly transitions: readonly TransitionVerdict[];
}

/** Whether a transition can be fired now. `reasons` are the failing guard and rules; empty when allowed. */
export interface TransitionVerdict {
  readonly id: string;
  /** `role`: none of the user's roles may ever fire it; `state`: it does not leave this state; `blocked`: the reasons say why; `unknown`: only the server can tell. */
  readonly verdict: 'allowed' | 'role' | 'state' | 'blocked' | 'unknown';
  readonly reasons: readonly Problem[];
}

/** A deputy whom somebody has named: who may approve in whose place, on the days from `from` to `until`, both included. */
export interface DeputyAnswer {
  readonly id: string;
  readonly person: ReferenceValue;
  readonly deputy: ReferenceValue;
  readonly from: string;
  readonly until: string;
  /** False while the deputy, or the person, is not active: then nobody approves in the place of the person. */
  readonly usable: boolean;
}

/** `GET /_/deputies`: what has not ended yet, the soonest first. `POST` with `{ deputy, from, until }` answers a `DeputyAnswer`. */
export interface DeputiesAnswer {
  /** Today in the time zone of the application. */
  readonly today: string;
  /** The deputies of the reader. */
  readonly own: readonly DeputyAnswer[];
  /** Those whose deputy the reader is. */
  readonly others: readonly DeputyAnswer[];
}

/** One API key in `GET /_/keys`: `{ items: KeyAnswer[] }`. */
export interface KeyAnswer {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** In whose name it acts. */
  readonly user: ReferenceValue;
  readonly created_by: ReferenceValue;
  readonly created_at: string;
  readonly expires_at: string;
  /** The last day (UTC) on which it was used. */
  readonly used_on: string | null;
  /** False once it has ended, or its user has lost the role. */
  readonly usable: boolean;
}

/** `POST /_/keys` with `{ name, role, days, user? }`: the secret is answered only here. */
export interface KeyMade {
  readonly secret: string;
  readonly key: KeyAnswer;
}

/** `GET /_/password`: how many keys the reader's new password may end, those in their name and those that they made for others. */
export interface PasswordAnswer {
  readonly keys: number;
}

/**
 * `GET /_/accounts?of=<ids>`: those of the users who have no password yet, and whether a link with which they choose one is open; and
 * those whom the last e-mail to them did not reach.
 */
export interface AccountsAnswer {
  readonly items: readonly { readonly id: string; readonly invited: boolean }[];
  readonly unreached: readonly Unreached[];
}

/** Somebody whom the last e-mail to them did not reach. */
export interface Unreached {
  readonly id: string;
  readonly state: 'refused' | 'given_up' | 'bounced';
  /** What became of it, in the language of the reader, with the code that a mail server answered. */
  readonly text: string;
}

/** What is counted and calculated of some records, each figure in the order of the block. */
export interface Figures {
  readonly count: number;
  readonly figures: readonly Wire[];
}

/** A group of a block: what it is grouped by, in the order of the block. */
export interface BlockGroup extends Figures {
  readonly by: readonly Wire[];
}

/** `GET /_/blocks/<screen>.<block>`: the groups of a chart or table as far as it shows them. */
export interface BlockGroups {
  readonly groups: readonly BlockGroup[];
  /** Those that are not shown, together; null: all are. */
  readonly others: (Figures & { readonly groups: number }) | null;
  /** All records together. */
  readonly total: Figures;
}

/** One group of `GET /api/<entity>?group=…`; `by` holds a value for each name of `group`, measures by field. */
export interface GroupValue {
  readonly by: { readonly [name: string]: Wire };
  readonly count: number;
  /** Nought where nothing is filled in; null from 10^15 on. The other measures are null where nothing is filled in. */
  readonly sum?: { readonly [field: string]: Wire };
  readonly avg?: { readonly [field: string]: Wire };
  readonly min?: { readonly [field: string]: Wire };
  readonly max?: { readonly [field: string]: Wire };
}

/** Groups of the records that fit, in the order of what they are grouped by; `total` counts all groups. */
export interface GroupAnswer {
  readonly items: readonly GroupValue[];
  readonly total: number;
  readonly total_is: 'exact';
  readonly next: null;
}
