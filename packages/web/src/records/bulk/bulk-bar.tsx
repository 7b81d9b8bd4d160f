import { Button, Menu } from '@mantine/core';
import { Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkMayAnswer, Entity, ListAnswer } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useNarrow } from '../../kit/floating/use-narrow.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { ExportPurpose } from '../export/export-query.ts';
import { type BulkAction, bulkActions, keyOf } from './actions.ts';
import { Barred } from './barred.tsx';
import { type Counted, useCounted } from './use-counted.ts';
import { useOffered } from './use-offered.ts';
import styles from './bulk.module.css';
import type { Selection } from './selection.ts';

interface BulkBarProps {
  readonly entity: Entity;
  readonly selection: Selection;
  readonly answer: ListAnswer;
  /** For how many of the selected records what is possible; undefined: not known yet. */
  readonly may: BulkMayAnswer | undefined;
  /** What is exported of the selected records; null where this person may export nothing. */
  readonly exported: ((purpose: ExportPurpose) => URLSearchParams) | null;
  readonly onChoose: (action: BulkAction) => void;
  readonly onClear: () => void;
}

const MOST = 4;
const MOST_NARROW = 2;

/** Says how much is selected, and what can be done with it. What is possible for none of the records stays in its place, barred. */
export function BulkBar({ entity, selection, answer, may, exported, onChoose, onClear }: BulkBarProps) {
  const { t } = useTexts();
  const format = useFormat();
  const [told, setTold] = useState(false);
  const { whole, named, records } = selection;
  const selected = whole ? (answer.total ?? 0) : (named ?? records).length;
  const counted = useCounted(entity, may, selected);
  const actions = useOffered(entity, selection);
  const barred = bulkActions(entity, useRights(), null).filter(
    (action) => !isHidden(action) && counted(action).isBarred,
  );
  const choose = (action: BulkAction): void => (counted(action).isBarred ? setTold(true) : onChoose(action));
  const narrow = useNarrow();
  const most = narrow ? MOST_NARROW : MOST;
  const shown = actions.length <= most ? actions : actions.slice(0, most - 1);
  const rest = actions.slice(shown.length);
  // A menu that opens later has no place to keep empty.
  const listed = rest.filter((action) => !(isHidden(action) && counted(action).isBarred));
  const total = format.number(answer.total ?? 0, 0);
  const number = format.number(selected, 0);
  const kept =
    named === null ? t('bulk.page', { count: selected, number }) : t('bulk.named', { count: selected, number });
  return (
    <section className={styles['bar']} aria-label={t('bulk.selection')} data-nf-bulk={may ? 'counted' : ''}>
      <div className={styles['said']}>
        <output>{whole ? t('bulk.whole', { total }) : kept}</output>
        <Further selection={selection} answer={answer} />
      </div>
      <div className={styles['actions']}>
        {shown.map((action) => (
          <ActionButton key={keyOf(action)} action={action} counted={counted(action)} onPress={() => choose(action)} />
        ))}
        {listed.length > 0 && (
          <Menu position="top-end">
            <Menu.Target>
              <Button variant="default" leftSection={<Ellipsis size={16} aria-hidden />} data-nf-bulk-more>
                {t('bulk.more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {listed.map((action) => (
                <Menu.Item
                  key={keyOf(action)}
                  {...barring(action, counted(action))}
                  onClick={() => choose(action)}
                  data-nf-bulk-action={keyOf(action)}
                >
                  {counted(action).label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Barred entity={entity} actions={barred} may={may} opened={told} onOpened={setTold} />
        {exported && <ExportMenu entity={entity} query={exported} />}
        <Button variant="subtle" leftSection={<X size={16} aria-hidden />} onClick={onClear} data-nf-bulk-clear>
          {t('bulk.clear')}
        </Button>
      </div>
    </section>
  );
}

/** Offers to select the whole list, if one call may change that many records. */
function Further({ selection, answer }: Pick<BulkBarProps, 'selection' | 'answer'>) {
  const { t } = useTexts();
  const format = useFormat();
  const limit = Number(useModel().limits['bulk_records']?.value);
  const total = answer.total ?? 0;
  const isPage = selection.records.length === answer.items.length && total > answer.items.length;
  if (!isPage || selection.whole || selection.named !== null) return null;
  if (answer.total_is !== 'exact' || total > limit)
    return <span className={styles['hint']}>{t('bulk.narrow', { limit: format.number(limit, 0) })}</span>;
  return (
    <Button variant="default" size="compact-md" onClick={selection.selectWhole} data-nf-bulk-whole>
      {t('bulk.select_whole', { total: format.number(total, 0) })}
    </Button>
  );
}

interface ActionButtonProps {
  readonly action: BulkAction;
  readonly counted: Counted;
  readonly onPress: () => void;
}

function ActionButton({ action, counted, onPress }: ActionButtonProps) {
  return (
    <Button
      variant="default"
      {...(action.kind === 'delete' ? { color: 'danger' } : {})}
      {...barring(action, counted)}
      onClick={onPress}
      data-nf-bulk-action={keyOf(action)}
    >
      <span className={styles['counted']} data-longest={counted.longest}>
        {counted.label}
      </span>
    </Button>
  );
}

/** How an action that is possible for none of the records is drawn; a hidden one leaves its place empty. */
function barring(action: BulkAction, { isBarred }: Counted) {
  if (!isBarred) return {};
  if (isHidden(action)) return { className: styles['gone'] };
  return { className: styles['barredAction'], 'aria-disabled': true };
}

/** Whether nobody is told of the action while it is not possible. */
function isHidden(action: BulkAction): boolean {
  return action.kind === 'transition' && action.transition.hidden;
}
