import { Menu } from '@mantine/core';
import { ArrowRightLeft } from 'lucide-react';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import type { BoardShared } from './board-shared.ts';
import styles from './board.module.css';
import { refusalOf, type MoveTo } from './moves.ts';
import { useColumnName } from './use-column-name.ts';

interface MoveMenuProps extends BoardShared {
  readonly record: RecordValue;
  readonly title: string;
}

/** Moves a card without a mouse: to each column that takes it. The others say why they do not. */
export function MoveMenu({ entity, by, record, held, title, onHold, onMove }: MoveMenuProps) {
  const { t } = useTexts();
  const name = useColumnName(entity, by);
  const moves = held?.record.id === record.id ? held.moves : null;
  return (
    <Menu position="bottom-end" width={280} onChange={(opened) => onHold(opened ? record : null)}>
      <Menu.Target>
        <button
          type="button"
          className={styles['move']}
          aria-label={t('board.move', { name: title })}
          title={t('board.move_short')}
        >
          <ArrowRightLeft size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {moves === null ? (
          <Menu.Item disabled>{t('transition.checking')}</Menu.Item>
        ) : (
          moves.map((to) => (
            <Menu.Item
              key={`${to.column} ${to.move.kind === 'fire' ? to.move.transition.id : ''}`}
              disabled={to.move.kind === 'none' || to.move.kind === 'blocked'}
              onClick={() => onMove(record, to.column, to.move)}
            >
              <span>{name(to.column)}</span>
              <Said entity={entity} by={by} to={to} />
            </Menu.Item>
          ))
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The step that leads to the column, or why none does. */
function Said({ entity, by, to: { move } }: Pick<BoardShared, 'entity' | 'by'> & { readonly to: MoveTo }) {
  const texts = useTexts();
  const told = useTold();
  if (move.kind === 'set') return null;
  if (move.kind === 'none') return <span className={styles['why']}>{texts.t(refusalOf(entity, by))}</span>;
  if (move.kind === 'fire')
    return (
      <span className={styles['why']} lang={texts.written}>
        {texts.transition(entity.id, move.transition.id)}
      </span>
    );
  return move.reasons.map((reason) => (
    <span key={`${reason.path} ${reason.code}`} className={styles['why']} lang={told.lang(reason)}>
      {told.text(reason, { entity: entity.id, ...(move.transition && { transition: move.transition.id }) })}
    </span>
  ));
}
