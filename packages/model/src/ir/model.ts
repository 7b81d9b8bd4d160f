import type { Calls } from './call.ts';
import type { Entity } from './entity.ts';
import type { LimitEntry } from './limit.ts';
import type { Role } from './role.ts';
import type { MenuGroup, Screen } from './screen.ts';

/** Where the browser shows an error, or what it does about it. */
export type Reaction = 'field' | 'form' | 'banner' | 'toast' | 'page' | 'sign_in' | 'retry' | 'reload';

/** One entry of the error catalogue. Its texts stand in the locale files: `errors.<id>.message|cause|remedy`. */
export interface ErrorEntry {
  readonly id: string;
  readonly status: number;
  readonly severity: 'error' | 'warning';
  readonly reaction: Reaction;
  /** Its id before it was given this one. */
  readonly was?: string;
}

/** Something the author left open, and what the runtime assumes meanwhile. */
export interface NotShown {
  /** 1 to 9. */
  readonly point: number;
  /** Dotted place in the specification; the key of a whole point (`screens`) when nothing of it is written. */
  readonly place: string;
  readonly question: string | null;
  readonly ask: string | null;
  /** A key of the `shell` texts that says what holds meanwhile: `assumed.<key>`. */
  readonly assumed: string;
}

/**
 * What a specification means when it runs: plain, frozen, serialisable data, expressions already parsed and typed.
 * The part of it that one user may see has the same shape (see `narrow`).
 */
export interface Model {
  /** Version of the language the specification is written in. */
  readonly language: 1;
  /** Changes whenever the meaning or a text of the specification changes. */
  readonly hash: string;
  readonly name: string;
  readonly purpose: {
    readonly does: string | null;
    readonly audience: readonly string[];
    readonly terms: readonly string[];
  };
  /** Display languages; the first is the source language. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly currency: string | null;
  /** In written order; `user` is always there. */
  readonly entities: Readonly<Record<string, Entity>>;
  readonly roles: Readonly<Record<string, Role>>;
  /** Written screens first, then the standard ones. */
  readonly screens: readonly Screen[];
  readonly menu: readonly MenuGroup[];
  readonly calls: Calls;
  /** The specification's own entries, those that rules with a message imply included. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  /** The specification's limits and the runtime's, overridden where the specification says so. */
  readonly limits: Readonly<Record<string, LimitEntry>>;
  readonly notShown: readonly NotShown[];
  /**
   * Where it is written, as `file:line`, by kind and dotted place: `entity ticket`, `field ticket.subject`, `field ticket.costs.amount`,
   * `state ticket.closed`, `transition ticket.resolve`, `rule ticket.due_later`, `role agent`, `grant agent.ticket`, `error too_late`, `limit reopen_days`.
   */
  readonly written: Readonly<Record<string, string>>;
}
