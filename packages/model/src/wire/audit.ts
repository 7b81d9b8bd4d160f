import type { AuditAct } from '../catalogue/audit-acts.ts';
import type { HistoryCause, ReferenceValue, Wire } from './answers.ts';

/** One entry of `GET /_/audit`. */
export interface AuditEntryAnswer {
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly act: AuditAct;
  /** Who did it; null where nobody was signed in, and for the application itself. */
  readonly by: ReferenceValue | null;
  /** The person whom it concerns; null where there is none. */
  readonly about: ReferenceValue | null;
  /** The network address that it came from; null for the application itself. */
  readonly address: string | null;
  /** What is to be known beside, by name; never a secret. */
  readonly details: { readonly [name: string]: Wire };
  /** What made the application itself act; null for people, and where the reader may not know of it. */
  readonly cause: HistoryCause | null;
}

/** `GET /_/audit?from=&to=&act=&person=&address=&after=`: one page, newest first. */
export interface AuditAnswer {
  readonly items: readonly AuditEntryAnswer[];
  /** What `after` of the next page is; null on the last one. */
  readonly next: string | null;
}
