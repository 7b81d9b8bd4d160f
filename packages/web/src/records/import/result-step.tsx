import { Button } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import type { Entity, ImportAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';
import { ProblemTable } from './problem-table.tsx';
import { saveRejects } from './rejects.ts';
import { ValuesTable } from './values-table.tsx';
import { Written } from './written.tsx';

const MOST_SHOWN = 200;

interface ResultStepProps {
  readonly entity: Entity;
  readonly answer: ImportAnswer;
  /** The name of the file that was sent. */
  readonly file: string;
  /** Called when the import is undone. */
  readonly onUndone: () => void;
}

/** The result of a trial or an import: the number of valid rows, what was written and its undoing, and each problem. */
export function ResultStep({ entity, answer, file, onUndone }: ResultStepProps) {
  const { t } = useTexts();
  const { written: done, problems: found, rejects } = answer;
  const good = answer.rows - answer.failed;
  return (
    <div className={classes['step']}>
      <output
        className={classes['said']}
        data-nf-import-done={done ? good : undefined}
        data-nf-import-good={good}
        data-nf-import-failed={answer.failed}
      >
        {t(done ? 'import.done' : 'import.good', { count: good })}{' '}
        {t('import.parts', { created: answer.created, changed: answer.changed, unchanged: answer.unchanged })}{' '}
        {answer.failed > 0 && t('import.failed', { count: answer.failed })}
      </output>
      {answer.values.length > 0 && <ValuesTable entity={entity} values={answer.values} done={done} />}
      {done && answer.between && (
        <Written entity={entity} answer={{ ...answer, between: answer.between }} onUndone={onUndone} />
      )}
      {found.length > 0 && <ProblemTable entity={entity} problems={found.slice(0, MOST_SHOWN)} />}
      {answer.problem_count > MOST_SHOWN && <p>{t('import.more', { count: answer.problem_count - MOST_SHOWN })}</p>}
      {rejects !== null && (
        <Button
          variant="default"
          leftSection={<FileWarning size={16} aria-hidden />}
          onClick={() => saveRejects(rejects, file, t('import.rejects_name'))}
          data-nf-import-rejects={rejects.rows}
        >
          {t('import.rejects', { count: rejects.rows })}
        </Button>
      )}
    </div>
  );
}
