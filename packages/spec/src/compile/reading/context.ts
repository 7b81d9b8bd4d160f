import type { Field, Type } from '@ninefold/model';
import type { Asked, Mention, Place, Schema } from '../../expressions/schema/place.ts';
import type { Collected } from '../../issues/report.ts';
import type { Located, LocatedMap, LocatedScalar, Spot } from '../../located.ts';
import type { FormerNotes } from './former.ts';

/** A text written beside the thing it names, by its key in the `app` texts. */
export interface InlineText {
  readonly text: string;
  readonly spot: Spot;
}

/** The ids that a specification declares, known before anything is compiled. */
export interface Names {
  readonly entities: readonly string[];
  readonly isEntity: (id: string) => boolean;
  readonly roles: readonly string[];
  readonly states: (lifecycle: string) => readonly string[];
  /** Whether states stand under a name that is no entity, so that some entity may lack its own. */
  readonly hasStrayStates: boolean;
  readonly transitions: (lifecycle: string) => readonly string[];
  /** The approvals that transitions of a life cycle ask for. */
  readonly approvals: (lifecycle: string) => readonly Asked[];
  /** Life cycles on fields of an entity: the fields of `states: { ticket.delivery }`. */
  readonly stateFields: (entity: string) => readonly string[];
  readonly outCalls: readonly string[];
  /** What stands under the outgoing call with this id. */
  readonly outCall: (id: string) => LocatedMap | null;
  readonly screens: readonly string[];
  readonly errors: readonly string[];
  /** Pages that have a markdown file. */
  readonly pages: readonly string[];
  readonly languages: readonly string[];
  readonly currency: string | null;
  /** Limits whose type is not shown: any place may read them. */
  readonly openLimits: readonly string[];
}

export interface Context {
  readonly report: Collected['report'];
  readonly reportAny: Collected['reportAny'];
  readonly conclude: Collected['conclude'];
  /** Null in the first reading, which collects the shapes and skips expressions. */
  readonly schema: Schema | null;
  readonly names: Names;
  readonly texts: Map<string, InlineText>;
  /** Types of fields whose own type the running version does not have, by dotted place and by field. */
  readonly laterTypes: Map<string | Field, Type>;
  /** Places of what was declared, by dotted place, for checks that run on the finished model. */
  readonly spots: Map<string, Spot>;
  /** Ids that things had before, and those that are gone. */
  readonly former: FormerNotes;
  /** The limits that expressions read. */
  readonly limitsRead: Set<string>;
  /** Limits and fields that could not be read, by the key of their spot. Each was reported at its own place. */
  readonly broken: Set<string | Field>;
  /** What an editor asks for beside the model; null while no editor asks. */
  readonly trace: Trace | null;
}

/** Every expression of a specification, where it stands and what was known there. */
export interface Trace {
  readonly expressions: TracedExpression[];
}

export interface TracedExpression {
  readonly node: LocatedScalar;
  /** The offset of the source in the text of the node: in `= now` it is 2. */
  readonly lead: number;
  readonly source: string;
  readonly place: Place;
  readonly mentions: readonly { readonly mention: Mention; readonly spot: Spot }[];
}

/** Notes a text that stands beside what it names. */
export function inlineText(ctx: Context, key: string, node: Located | null): void {
  if (node === null) return;
  if (node.kind === 'scalar') ctx.texts.set(key, { text: node.text, spot: node.spot });
  else if (node.kind !== 'open') ctx.report('NF0104', node.spot);
}
