import type {
  ApprovalAnswer,
  BatchAnswer,
  BulkAnswer,
  ChangedRecords,
  ChangeSince,
  DueAnswer,
  DueTimer,
  Expression,
  BlockGroups,
  GroupAnswer,
  HistoryCause,
  HistoryEntry,
  Holder,
  ListAnswer,
  MayAnswer,
  OffersAnswer,
  BulkMayAnswer,
  Me,
  RecordPath,
  RecordValue,
  ReferenceValue,
  Refused,
  Rights,
  StuckApprovalsAnswer,
  TimersAnswer,
  Wire,
} from '@ninefold/model';
import type { RecordChange } from '../../storage/database/changes.ts';
import type { Sent } from './body.ts';
import type { Comments } from './comments.ts';
import type { Outbox } from './mail.ts';
import type { Inbox } from './notifications.ts';
import type { OutCalls } from './out-calls.ts';
import type { InCalls } from './in-calls.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Imported, ImportOptions, ImportSource } from './import-source.ts';

/** Who calls, as looked up once for this request. */
export interface Caller {
  readonly me: Me;
  readonly rights: Rights;
  readonly via: 'screen' | 'call' | 'import' | 'system';
  /** The application itself acts, not a person: what makes it. */
  readonly cause?: HistoryCause | undefined;
  /** Who made the key that calls in the name of `me`, where that is another person. */
  readonly keyBy?: string | undefined;
  /** The id of the key that calls; undefined: no key does. */
  readonly key?: string | undefined;
  /** The language in which translated texts are put in order and compared for them; left out: the source language. */
  readonly language?: string | undefined;
  /** The network address of the request. */
  readonly address?: string | undefined;
  /** The people that expressions ask for by role; never sent to anybody. */
  readonly usersWith?: Holder | undefined;
}

/** What a write may carry beside its body. */
export interface WriteOptions {
  /** From `If-Match`; null when the caller sent none. */
  readonly version: number | null;
  /** Ids of warnings (`ticket.big_cost`) that the person has confirmed. */
  readonly confirm: readonly string[];
  /** The states in which an import brings in a new record, by the field that holds each: nothing of a creation happens to it. */
  readonly states?: Sent;
  /** From `Idempotency-Key`: the write is made once, however often it is sent. */
  readonly once?: Once;
}

/** What an export is asked for. */
export interface ExportOptions {
  /** The title of a reference is a name by which an import finds it again, and is missing where there is none. */
  readonly named: boolean;
  /** More records than this are refused (`xlsx_too_large`) before any is read; null: any number. */
  readonly most: number | null;
}

/** A write that may arrive more than once. */
export interface Once {
  /** What the caller named it; means nothing to other callers. */
  readonly key: string;
  /** All that was sent, but for what it confirms: the same key with something else is refused. */
  readonly request: string;
  /** The warnings that it confirms. What was saved once is saved, whatever a repetition confirms. */
  readonly confirm?: readonly string[];
}

/** How a round of timers is fired. */
export interface FiringRound {
  /** About how long it may take. */
  readonly mostMs: number;
  /** Whether the server is about to end: nothing more is begun. */
  readonly isEnding: () => boolean;
  /** Takes lines for the operator. */
  readonly log: (line: string) => void;
}

/** Which records refer to one record: the list of an entity, narrowed by the field that refers. */
export interface RelatedList {
  readonly entity: string;
  readonly query: URLSearchParams;
}

/** How many records refer to one record, by the names of the references that the caller may read. */
export type RelatedCounts = Readonly<Record<string, Pick<ListAnswer, 'total' | 'total_is'>>>;

/**
 * The calls on records. Every method holds to the caller's rights; every refusal is a `Refusal`.
 * A record is named by its id or the entity's `key`.
 */
export interface Records {
  list(caller: Caller, entity: string, params: URLSearchParams): Promise<ListAnswer>;
  /** Every record that fits and may be exported, some at a time; `params`: `where`, `sort`, `search`, `select`, `trash`, `f.*`. */
  export(
    caller: Caller,
    entity: string,
    params: URLSearchParams,
    options: ExportOptions,
  ): AsyncGenerator<readonly RecordValue[], void>;
  /** Several lists, counts and groups of one moment, which may take as long together as one call. */
  together<T>(caller: Caller, work: (records: Pick<Records, 'list' | 'count' | 'group'>) => Promise<T>): Promise<T>;
  /** The records that fit, counted and measured in groups. */
  group(caller: Caller, entity: string, params: URLSearchParams): Promise<GroupAnswer>;
  /** The groups of a chart or table that the caller sees now: `home.by_state`. */
  blockGroups(caller: Caller, block: string): Promise<BlockGroups>;
  /** The list of the records that refer to one record by the reference that `inverse` names. */
  related(
    caller: Caller,
    entity: string,
    asked: { readonly idOrKey: string; readonly inverse: string; readonly query: URLSearchParams },
  ): Promise<RelatedList>;
  /** The records that may be picked for a reference, by the path of it: `ticket.assignee`. */
  offers(caller: Caller, path: string, params: URLSearchParams): Promise<OffersAnswer>;
  /** How many there are, by the names of the references. */
  relatedCounts(caller: Caller, entity: string, idOrKey: string): Promise<RelatedCounts>;
  /** What stands above a record of a tree, as far as the caller may read it. */
  path(caller: Caller, entity: string, idOrKey: string): Promise<RecordPath>;
  /** `params`: `select` and `expand`. */
  get(caller: Caller, entity: string, idOrKey: string, params?: URLSearchParams): Promise<RecordValue>;
  create(caller: Caller, entity: string, body: unknown, options: WriteOptions): Promise<RecordValue>;
  /** JSON merge patch (RFC 7396). Fields changed meanwhile by others and sent here too are a `changed_meanwhile` refusal. */
  update(
    caller: Caller,
    entity: string,
    sent: { readonly idOrKey: string; readonly body: unknown },
    options: WriteOptions,
  ): Promise<RecordValue>;
  remove(caller: Caller, entity: string, idOrKey: string, options: WriteOptions): Promise<void>;
  restore(caller: Caller, entity: string, idOrKey: string, options: WriteOptions): Promise<RecordValue>;
  /** `body`: `{ input?: {…}, …fields sent along }`. */
  transition(
    caller: Caller,
    entity: string,
    sent: { readonly idOrKey: string; readonly transition: string; readonly body: unknown },
    options: WriteOptions,
  ): Promise<RecordValue>;
  /** Takes back the caller's own press of a transition that still waits for others. */
  withdraw(
    caller: Caller,
    entity: string,
    sent: { readonly idOrKey: string; readonly transition: string },
    options: WriteOptions,
  ): Promise<RecordValue>;
  /** One action on many records: `BulkBody`. */
  bulk(caller: Caller, entity: string, body: unknown, once: Once | undefined): Promise<BulkAnswer<Refused>>;
  /** The records of a file: new ones, and changes of those that a row is matched with. Where `signal` is aborted, the transaction that runs is undone, and its reason is thrown. */
  import(
    caller: Caller,
    entity: string,
    file: { readonly source: ImportSource; readonly options: ImportOptions; readonly signal?: AbortSignal },
    once?: Once,
  ): Promise<Imported>;
  /** Several writes in one transaction: `BatchBody`. */
  batch(caller: Caller, body: unknown, once: Once | undefined): Promise<BatchAnswer>;
  /** What will happen to a record by itself, soonest first. */
  due(caller: Caller, entity: string, idOrKey: string): Promise<readonly DueTimer[]>;
  /** What will happen by itself to the records that the caller may read, soonest first; `params`: `entity`, `size`, `after`. */
  duePage(caller: Caller, params: URLSearchParams): Promise<DueAnswer>;
  /** The timers of all records, for operators: `planned`, `waiting` or `stuck` (null). */
  timers(caller: Caller, state: string | null): Promise<TimersAnswer>;
  /** The approvals of all records that nobody is left to give, for operators. */
  stuckApprovals(caller: Caller): Promise<StuckApprovalsAnswer>;
  /** Tells operators of those of which they have not been told. */
  tellStuckApprovals(): Promise<void>;
  history(caller: Caller, entity: string, idOrKey: string): Promise<readonly HistoryEntry[]>;
  /** The transitions out of the present state that need approvals: who has pressed, and who is awaited. */
  approvals(caller: Caller, entity: string, idOrKey: string): Promise<readonly ApprovalAnswer[]>;
  /** What people say about records. */
  readonly comments: Comments;
  /** What people were told. */
  readonly notifications: Inbox;
  /** The calls that records make to other systems. */
  readonly calls: OutCalls;
  /** The calls by which other systems write records. */
  readonly inCalls: InCalls;
  /** What programs want to be told of. */
  readonly subscriptions: Subscriptions;
  readonly mail: Outbox;
  /** Who changed what since a version, newest first; nothing that the caller changed. */
  changes(caller: Caller, entity: string, idOrKey: string, since: number): Promise<readonly ChangeSince[]>;
  /** Those of these users whose title the caller may see. */
  titledUsers(caller: Caller, ids: readonly string[]): Promise<readonly ReferenceValue[]>;
  /** These causes of what the application did, as the caller may know them, with the titles of their records. */
  shownCauses(caller: Caller, causes: readonly (HistoryCause | null)[]): Promise<readonly (HistoryCause | null)[]>;
  /** Who may know of which of these changes, for each caller that is asked for then: ids by entity. */
  visibleChanges(changes: readonly RecordChange[]): Promise<(caller: Caller) => ChangedRecords>;
  may(caller: Caller, entity: string, idOrKey: string): Promise<MayAnswer>;
  /** For how many of these records each action is possible; `body`: `ids` or `list` of a `BulkBody`. */
  mayMany(caller: Caller, entity: string, body: unknown): Promise<BulkMayAnswer>;
  /** Visible records for which `where` holds: exact up to 10,000, beyond that `at_least`. */
  count(
    caller: Caller,
    entity: string,
    where: Expression | null,
  ): Promise<{ readonly total: number; readonly total_is: 'exact' | 'at_least' }>;
  /** Drops answers kept for an `Idempotency-Key` longer than `idempotency_hours`. */
  forgetAnswers(): Promise<void>;
  /** Fires the timers that are due; answers when something is due next, null where no timer runs. See `FiringRound`. */
  fireTimers(round: FiringRound): Promise<string | null>;
  /** Deletes for good what has been in the trash longer than `trash_days`; answers how many records went. */
  emptyTrash(): Promise<number>;
  /** The user with this id as `Me`, or null when missing or inactive; `record` holds every field of `user` that expressions read. */
  me(id: string): Promise<Me | null>;
  /** The same for several at once, by id. */
  people(ids: readonly string[]): Promise<ReadonlyMap<string, Me>>;
  /** Whether a change of records of this entity may change what expressions read of a user. */
  shapesCallers(entity: string): boolean;
  /** The people that expressions ask for by role (`Scope.users_with`); undefined where none does. */
  usersWith(): Promise<Holder | undefined>;
  /** Accounts by e-mail address (folded to lower case), for sign-in; null when missing or inactive. */
  userByEmail(email: string): Promise<string | null>;
  /** The latest account with this address that is inactive or deleted. */
  closedUserByEmail(email: string): Promise<string | null>;
  /** Ids of users with this id or e-mail address, inactive and deleted ones too. */
  usersKnownAs(text: string): Promise<readonly string[]>;
  /** Creates a user with these roles without asking anyone's rights: first administrator and tests. */
  addUser(user: {
    readonly name: string;
    readonly email: string;
    readonly language: string | null;
    readonly roles: readonly string[];
  }): Promise<string>;
  demoAccounts(): Promise<
    readonly { readonly id: string; readonly name: string; readonly email: string; readonly roles: readonly string[] }[]
  >;
}

export type Body = Readonly<Record<string, Wire>>;
