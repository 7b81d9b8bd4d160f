import type { Expression } from './expression.ts';
import type { ScreenIcon } from './icon.ts';
import type { Layout } from './layout.ts';

interface ScreenCommon {
  readonly id: string;
  /** Begins with `/`; may hold `:id`. */
  readonly path: string;
  /** Where it stood under its former id: that address leads to this one. */
  readonly formerPath?: string;
  /** Null: for everybody who may read its entity. */
  readonly roles: readonly string[] | null;
  /** What stands before its name in the navigation; null: what its kind has. */
  readonly icon: ScreenIcon | null;
  /** False for the screens that every entity has without being asked. */
  readonly written: boolean;
}

interface BlockCommon {
  readonly id: string;
  readonly entity: string;
  readonly where: Expression | null;
  /** Null: for everybody who may open the screen. */
  readonly roles: readonly string[] | null;
  /** It reads the user, limits and the day. Null: always. */
  readonly visibleWhen: Expression | null;
  /** No reader may hide it. */
  readonly keep: boolean;
}

/** A number of records. */
export interface CountBlock extends BlockCommon {
  readonly block: 'count';
  /** The periods of a day or moment in which the records are counted as well, up to the one that is now; null: none. */
  readonly trend: PeriodKey | null;
}

/** The periods of a day or moment. */
export interface PeriodKey {
  readonly by: 'field';
  readonly field: string;
  readonly period: Period;
}

interface ListBlock extends BlockCommon {
  readonly block: 'list';
  readonly columns: readonly string[];
  readonly sort: readonly string[];
  readonly rows: number;
}

/** A chart or a table of groups. */
export interface GroupedBlock extends BlockCommon {
  readonly block: 'chart' | 'table';
  /** At least one; of a chart exactly one. */
  readonly groupBy: readonly GroupKey[];
  /** At least one; of a chart exactly one. */
  readonly show: readonly Figure[];
  /** Names of groups (`groupName`) and of figures, with `-` before one for descending. */
  readonly sort: readonly string[];
  /** How many groups are shown; the others stand together. */
  readonly rows: number;
  /** The groups are the last periods, in their order. */
  readonly latest: boolean;
  /** How a chart is drawn; null: as its groups suggest. */
  readonly as: ChartForm | null;
}

/** The ways in which a chart is drawn, in the order of the language page. */
export const CHART_FORMS = ['bars', 'line', 'parts'] as const;
/** One of them. */
export type ChartForm = (typeof CHART_FORMS)[number];

/** The parts of a day or moment that groups are made of, the shortest first. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
/** One of them. */
export type Period = (typeof PERIODS)[number];

/** What records are grouped by: the value of a field, the period of a day or moment, or the value of an expression of `record`. */
export type GroupKey =
  | { readonly by: 'field'; readonly field: string; readonly period: Period | null }
  | { readonly by: 'expression'; readonly of: Expression };

/** One part of a page of blocks. */
export type Block = CountBlock | ListBlock | GroupedBlock;

/** A figure of each group; `of` is null for `count`. */
export interface Figure {
  readonly id: string;
  readonly figure: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly of: Expression | null;
}

/** What the columns of a board stand for. */
export interface BoardLayout {
  /** `state`, the field of a further life cycle, or a choice. */
  readonly by: string;
  /** The number that each column adds up; null: none. */
  readonly sum: string | null;
}

/** When the records of a calendar are. */
export interface CalendarLayout {
  /** A date or datetime. */
  readonly from: string;
  /** A field of the same type: the last day, or the moment before which a record ends; null: records are on one day, at one moment. */
  readonly to: string | null;
  /** One reference or choice: a row of the calendar for each; null: all records stand together. */
  readonly per: string | null;
  /** Days that are marked as closed: a list that reads limits; null: none. */
  readonly closed: Expression | null;
  /** Whose public holidays are marked: `DE`, `DE-BY`, or `none`; null: those of the reader's region. */
  readonly holidays: string | null;
}

/** When the records of a Gantt chart are, one to a line. */
export interface GanttLayout {
  /** A date or datetime. */
  readonly from: string;
  /** A field of the same type. */
  readonly to: string;
  /** One reference or choice under whose values the lines stand; null: all stand together. */
  readonly per: string | null;
}

/** Where the records of a map are: two numbers of degrees. */
export interface MapLayout {
  readonly lat: string;
  readonly lon: string;
}

/** A heading of a record's page and the fields under it. */
export interface Section {
  readonly id: string;
  readonly fields: readonly string[];
  readonly visibleWhen: Expression | null;
}

/** A heading of a record's page and the records under it that refer to the record. */
export interface RelatedSection {
  readonly id: string;
  /** The name of the reference from its other end. */
  readonly inverse: string;
  /** Whose records they are, and the field by which they refer. */
  readonly entity: string;
  readonly field: string;
  /** Empty: those of the first written list of the entity. */
  readonly columns: readonly string[];
  /** Field ids, with `-` before one for descending. */
  readonly sort: readonly string[];
  /** Whether new ones are made from here. */
  readonly create: boolean;
  readonly visibleWhen: Expression | null;
}

/** A page of counts and short lists. */
export interface BlocksScreen extends ScreenCommon {
  readonly kind: 'blocks';
  readonly blocks: readonly Block[];
  /** Whether readers may order the blocks for themselves, and hide some. */
  readonly arrange: boolean;
}
/** `sort` entries are a field id, with `-` before it for descending. `columns` empty: the runtime chooses. */
export interface ListScreen extends ScreenCommon {
  readonly kind: 'list';
  readonly entity: string;
  readonly where: Expression | null;
  readonly columns: readonly string[];
  readonly sort: readonly string[];
  /** The first is shown first. */
  readonly layouts: readonly Layout[];
  /** Null where `board` is none of its layouts. */
  readonly board: BoardLayout | null;
  /** Null where `calendar` is none of its layouts. */
  readonly calendar: CalendarLayout | null;
  /** Null where `gantt` is none of its layouts. */
  readonly gantt: GanttLayout | null;
  /** Null where `map` is none of its layouts. */
  readonly map: MapLayout | null;
  /** The id of the form that makes new records here; null, or not open to the reader: the first form of the entity. */
  readonly create: string | null;
}
/** The page of one record; `restHidden`: fields and related records of no section are not shown. */
export interface RecordScreen extends ScreenCommon {
  readonly kind: 'record';
  readonly entity: string;
  readonly sections: readonly Section[];
  readonly related: readonly RelatedSection[];
  readonly restHidden: boolean;
}
/**
 * A form for a new record, or, with `:id` in its path, for the record of that id. `only` empty: every field that may be
 * given. Those of no section follow in a last one. `then` is the id of the screen shown after saving.
 */
export interface FormScreen extends ScreenCommon {
  readonly kind: 'form';
  readonly entity: string;
  readonly only: readonly string[];
  readonly sections: readonly Section[];
  readonly preset: Readonly<Record<string, Expression>>;
  readonly then: string | null;
}
/** Shows `locales/pages/<page>.<language>.md`. */
export interface PageScreen extends ScreenCommon {
  readonly kind: 'page';
  readonly page: string;
}

/** Everything that has an address of its own. */
export type Screen = BlocksScreen | ListScreen | RecordScreen | FormScreen | PageScreen;

/** A heading of the navigation and the screens under it. */
export interface MenuGroup {
  readonly id: string;
  readonly screens: readonly string[];
}
