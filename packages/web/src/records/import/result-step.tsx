import { Button, Group } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import { Link } from 'react-router';
import type { Entity, ImportAnswer } from '@ninefold/model';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';
import { ProblemTable } from './problem-table.tsx';
import { saveRejects } from './rejects.ts';
import { UndoImport } from './undo-import.tsx';
import { writtenQuery, type WrittenKind } from './written-query.ts';

const MOST_SHOWN = 200;

interface ResultStepProps {
  readonly entity: Entity;
  readonly answer: ImportAnswer;
  /** The name of the file that was sent. */
  readonly file: string;
}

/** The result of a trial or an import: the number of valid rows, what was written and its undoing, and each problem. */
export function ResultStep({ entity, answer, file }: ResultStepProps) {
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
      {done && <Written entity={entity} answer={answer} />}
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

/** Links to what was created and what was changed, and the undoing of both. */
function Written({ entity, answer }: Pick<ResultStepProps, 'entity' | 'answer'>) {
  const { t } = useTexts();
  const me = useMe();
  const list = screenPath(useModel(), entity.id, 'list');
  const link = (kind: WrittenKind) => {
    const query = writtenQuery(answer, kind, me.id);
    if (list === null || query === null) return null;
    return (
      <Link to={`${list}?${query.toString()}`} data-nf-import-show={kind}>
        {t(`import.show_${kind}`, { count: answer[kind] })}
      </Link>
    );
  };
  return (
    <Group gap="md">
      {link('created')}
      {link('changed')}
      <UndoImport entity={entity} answer={answer} />
    </Group>
  );
}
