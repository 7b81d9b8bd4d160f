import {
  cycleField,
  stateIn,
  targets,
  transitionsOf,
  type Entity,
  type Problem,
  type RecordValue,
  type Transition,
} from '@ninefold/model';
import type { RecordPermissions } from '../editing/use-permissions.ts';
import { judgeChange, type ChangeRules } from '../moving/judge-change.ts';
import { isByState, type ColumnValue } from './board-columns.ts';

/** What would bring a record into a column of a board, or why nothing does. */
export type Move =
  | { readonly kind: 'fire'; readonly transition: Transition }
  | { readonly kind: 'set' }
  /** A transition, or where there is none a change of the field, leads there, and something refuses it. */
  | { readonly kind: 'blocked'; readonly transition: Transition | null; readonly reasons: readonly Problem[] }
  /** No transition leads there, or this person may not change the field. */
  | { readonly kind: 'none' };

/** A column with what would bring the record there. */
export interface MoveTo {
  readonly column: ColumnValue;
  readonly move: Move;
}

/** What decides about the moves on a board. */
interface BoardRules extends ChangeRules {
  readonly by: string;
}

/** Every way to every other column: of a column to which several transitions lead, the possible ones; without one the first refused. */
export function movesOf(
  board: BoardRules,
  record: RecordValue,
  columns: readonly ColumnValue[],
  permissions: Pick<RecordPermissions, 'transitions' | 'editable'>,
): readonly MoveTo[] {
  const { entity, by } = board;
  const others = columns.filter((column) => column !== (record[by] ?? null));
  if (!isByState(entity, by)) {
    const isOpen = permissions.editable.has(by);
    return others.map((column) => ({ column, move: isOpen ? setTo(board, record, column) : { kind: 'none' } }));
  }
  const ways = permissions.transitions.flatMap(({ id, verdict, reasons }): readonly MoveTo[] => {
    const transition = transitionsOf(entity).get(id);
    if (!transition || cycleField(entity, id) !== by || (verdict === 'blocked' && transition.hidden)) return [];
    if (verdict !== 'allowed' && verdict !== 'blocked') return [];
    const move =
      verdict === 'allowed' ? ({ kind: 'fire', transition } as const) : { kind: verdict, transition, reasons };
    return targets(transition, stateIn(entity, record, id) ?? '', []).map((column) => ({ column, move }));
  });
  return others.flatMap((column) => {
    const leading = ways.filter((way) => way.column === column);
    const open = leading.filter(({ move }) => move.kind === 'fire');
    return open.length > 0 ? open : [leading[0] ?? { column, move: { kind: 'none' } }];
  });
}

/** The change of the field, refused where the browser knows what refuses it. */
function setTo({ by, ...rules }: BoardRules, before: RecordValue, column: ColumnValue): Move {
  const reasons = judgeChange(rules, before, { [by]: column });
  return reasons.length === 0 ? { kind: 'set' } : { kind: 'blocked', transition: null, reasons };
}

/** What a card does that is dropped on a column: the first of several transitions that lead there. */
export function wayInto(moves: readonly MoveTo[], column: ColumnValue): Move {
  return moves.find((to) => to.column === column)?.move ?? { kind: 'none' };
}

/** The text of why nothing brings a record into a column. */
export function refusalOf(entity: Entity, by: string): 'board.no_step' | 'board.closed' {
  return isByState(entity, by) ? 'board.no_step' : 'board.closed';
}
