import type { Entity, HistoryEntry } from '@ninefold/model';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Answers, answersOf } from '../history/answers.tsx';
import styles from './transition.module.css';

/** What somebody said when they brought the record into its state, such as a question, for who takes the next step. Nothing where they said nothing. */
export function LastAnswers({ entity, entry }: { readonly entity: Entity; readonly entry: HistoryEntry }) {
  const { t, transitionDone } = useTexts();
  const format = useFormat();
  if (entry.transition === null || answersOf(entry).length === 0) return null;
  return (
    <blockquote className={styles['before']} data-nf-before={entry.transition}>
      <p>
        <strong>{transitionDone(entity.id, entry.transition)}</strong> ·{' '}
        <bdi>{entry.by === null ? t('history.system') : (titleOf(entry.by) ?? t('inputs.no_permission'))}</bdi> ·{' '}
        <time dateTime={entry.at}>{format.instant(entry.at)}</time>
      </p>
      <dl>
        <Answers entity={entity} entry={entry} />
      </dl>
    </blockquote>
  );
}
