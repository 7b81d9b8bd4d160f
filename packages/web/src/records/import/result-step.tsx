import type { Entity, ImportAnswer } from '@ninefold/model';
import { Scroller } from '../../kit/page/scroller.tsx';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import pages from '../../kit/page/table.module.css';
import { useTexts } from '../../base/texts/use-texts.ts';
import classes from './import.module.css';

const MOST_SHOWN = 200;

/** The result of a trial or an import: the number of valid rows, and each problem with its row and column. */
export function ResultStep({ entity, answer }: { readonly entity: Entity; readonly answer: ImportAnswer }) {
  const { t } = useTexts();
  const told = useTold();
  const { written: done, problems: found } = answer;
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
      {found.length > 0 && (
        <Scroller className="nf-panel" label={t('import.problems')}>
          <table className={pages['table']}>
            <thead>
              <tr>
                <th scope="col" className={pages['end']}>
                  {t('import.row')}
                </th>
                <th scope="col">{t('import.column')}</th>
                <th scope="col">{t('import.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MOST_SHOWN).map((each, index) => (
                <tr key={index} data-nf-import-row={each.row} data-nf-error={each.code}>
                  <td className={pages['end']}>{each.row}</td>
                  <td>
                    <bdi>{each.column}</bdi>
                  </td>
                  <td>
                    {told.text(each, { entity: entity.id })} <ErrorCode code={each.code} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {answer.problem_count > MOST_SHOWN && <p>{t('import.more', { count: answer.problem_count - MOST_SHOWN })}</p>}
    </div>
  );
}
