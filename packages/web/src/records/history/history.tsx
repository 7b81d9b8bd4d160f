import {
  ArrowRight,
  AlarmClock,
  Ban,
  ArrowRightLeft,
  CirclePlus,
  Pencil,
  Trash2,
  Undo2,
  UserCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import type { Entity, HistoryEntry } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Because } from './because.tsx';
import { Changes } from './changes.tsx';
import styles from './history.module.css';
import { When } from './when.tsx';

const GLYPHS: Readonly<Record<HistoryEntry['kind'], LucideIcon>> = {
  create: CirclePlus,
  update: Pencil,
  transition: ArrowRightLeft,
  press: UserCheck,
  withdraw: UserX,
  escalate: AlarmClock,
  refuse: Ban,
  delete: Trash2,
  restore: Undo2,
};

interface HistoryProps {
  readonly entity: Entity;
  /** The id of the record whose history it is. */
  readonly record: string;
  readonly items: readonly HistoryEntry[];
}

/** What happened to a record, newest first. */
export function History({ entity, record, items }: HistoryProps) {
  const { t } = useTexts();
  return (
    <section id="nf-history" tabIndex={-1} className={styles['history']} aria-labelledby="nf-history-title">
      <h2 id="nf-history-title">{t('history.title')}</h2>
      <ol>
        {items.map((entry) => (
          <HistoryLine key={entry.id} entity={entity} record={record} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

interface HistoryLineProps extends Pick<HistoryProps, 'entity' | 'record'> {
  readonly entry: HistoryEntry;
}

/** One line of the history. */
export function HistoryLine({ entity, record, entry }: HistoryLineProps) {
  const { t, transition, transitionDone, createDone } = useTexts();
  const Glyph = GLYPHS[entry.kind];
  const what =
    entry.transition !== null && entry.kind === 'transition'
      ? transitionDone(entity.id, entry.transition)
      : ((entry.kind === 'create' ? createDone(entity.id) : null) ??
        t(`history.${entry.kind}`, { transition: transition(entity.id, entry.transition ?? '') }));
  return (
    <li className={styles['entry']} data-nf-history={entry.kind} data-nf-transition={entry.transition ?? undefined}>
      <Glyph size={16} aria-hidden className={styles['glyph']} />
      <div>
        <p className={styles['what']}>
          <strong>{what}</strong> <When at={entry.at} />
        </p>
        <p className={styles['who']}>
          {entry.by === null ? t('history.system') : <RecordLink entity="user" value={entry.by} />}
          {entry.for !== null && (
            <span data-nf-for>
              {' · '}
              {t(entry.kind === 'escalate' ? 'history.awaited' : 'history.for')}{' '}
              <RecordLink entity="user" value={entry.for} />
            </span>
          )}
          {entry.through !== null && entry.through.id !== entry.for?.id && (
            <span data-nf-through>
              {' · '}
              {t('history.through')} <RecordLink entity="user" value={entry.through} />
            </span>
          )}
          {entry.key_by !== null && (
            <span data-nf-key-by>
              {' · '}
              {t('history.by_key_of')} <RecordLink entity="user" value={entry.key_by} />
            </span>
          )}
          {entry.via !== 'screen' && entry.via !== 'system' && <span> · {t(`history.via_${entry.via}`)}</span>}
          {entry.cause !== null && <Because entity={entity.id} record={record} cause={entry.cause} />}
        </p>
        {entry.from !== null && entry.to !== null && entry.from !== entry.to && (
          <p className={styles['way']}>
            <StateBadge entity={entity.id} state={entry.from} />
            <ArrowRight size={14} aria-label={t('history.to')} className="nf-mirrored" />
            <StateBadge entity={entity.id} state={entry.to} />
          </p>
        )}
        {entry.kind === 'create' && entry.via === 'import' && entry.to !== null && (
          <p className={styles['way']} data-nf-imported-in={entry.to}>
            {t('history.imported_in')} <StateBadge entity={entity.id} state={entry.to} />
          </p>
        )}
        <Changes entity={entity} entry={entry} />
      </div>
    </li>
  );
}
