import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { MoveMenu } from '../moving/move-menu.tsx';
import moving from '../moving/moving.module.css';
import type { BoardShared } from './board-shared.ts';
import styles from './board.module.css';
import { refusalOf, type MoveTo } from './moves.ts';
import { useColumnName } from './use-column-name.ts';

interface ColumnMenuProps extends BoardShared {
  readonly record: RecordValue;
  readonly title: string;
}

function isOpen({ move }: MoveTo): boolean {
  return move.kind === 'fire' || move.kind === 'set';
}

/** Moves a card to each column that takes it. The others say below a line why they do not. */
export function ColumnMenu({ entity, by, record, held, title, onHold, onMove }: ColumnMenuProps) {
  const { t } = useTexts();
  const name = useColumnName(entity, by);
  const moves = held?.record.id === record.id ? held.moves : null;
  const item = (to: MoveTo): ReactNode => (
    <Menu.Item
      key={`${to.column} ${to.move.kind === 'fire' ? to.move.transition.id : ''}`}
      disabled={!isOpen(to)}
      onClick={() => onMove(record, to.column, to.move)}
    >
      <span>{name(to.column)}</span>
      <Said entity={entity} by={by} to={to} />
    </Menu.Item>
  );
  return (
    <MoveMenu
      label={t('board.move', { name: title })}
      short={t('board.move_short')}
      className={styles['move']}
      onHold={(opened) => onHold(opened ? record : null)}
    >
      {moves && (
        <>
          {moves.filter(isOpen).map(item)}
          {moves.some(isOpen) && !moves.every(isOpen) && <Menu.Divider />}
          {moves.filter((to) => !isOpen(to)).map(item)}
        </>
      )}
    </MoveMenu>
  );
}

/** The step that leads to the column, or why none does. */
function Said({ entity, by, to: { move } }: Pick<BoardShared, 'entity' | 'by'> & { readonly to: MoveTo }) {
  const texts = useTexts();
  const told = useTold();
  if (move.kind === 'set') return null;
  if (move.kind === 'none') return <span className={moving['why']}>{texts.t(refusalOf(entity, by))}</span>;
  if (move.kind === 'fire')
    return (
      <span className={moving['why']} lang={texts.written}>
        {texts.transition(entity.id, move.transition.id)}
      </span>
    );
  return move.reasons.map((reason) => (
    <span key={`${reason.path} ${reason.code}`} className={moving['why']} lang={told.lang(reason)}>
      {told.text(reason, { entity: entity.id, ...(move.transition && { transition: move.transition.id }) })}
    </span>
  ));
}
