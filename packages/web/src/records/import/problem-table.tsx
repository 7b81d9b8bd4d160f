import type { Entity, ImportProblem } from '@ninefold/model';
import { Scroller } from '../../kit/page/scroller.tsx';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import pages from '../../kit/page/table.module.css';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ProblemTableProps {
  readonly entity: Entity;
  readonly problems: readonly ImportProblem[];
}

/** Each problem with its row, the field by its label, the value as it was written, and what is wrong with it. */
export function ProblemTable({ entity, problems }: ProblemTableProps) {
  const { t, field } = useTexts();
  const told = useTold();
  const fieldOf = ({ path, column }: ImportProblem): string => {
    const [id = ''] = path.split('[');
    return Object.hasOwn(entity.fields, id) ? field(entity.id, id) : (column ?? '');
  };
  const sentence = ({ value, ...problem }: ImportProblem): string =>
    told.text({ ...problem, params: { value, ...problem.params } }, { entity: entity.id });
  return (
    <Scroller className="nf-panel" label={t('import.problems')}>
      <table className={`${pages['table']} ${pages['stacking']}`}>
        <thead>
          <tr>
            <th scope="col" className={pages['end']}>
              {t('import.row')}
            </th>
            <th scope="col">{t('import.of_field')}</th>
            <th scope="col">{t('import.value')}</th>
            <th scope="col">{t('import.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((each, index) => (
            <tr key={index} data-nf-import-row={each.row} data-nf-error={each.code}>
              <td className={pages['end']} data-label={t('import.row')}>
                {each.row}
              </td>
              <td data-label={t('import.of_field')}>
                <bdi>{fieldOf(each)}</bdi>
              </td>
              <td data-label={t('import.value')}>
                <bdi>{each.value}</bdi>
              </td>
              <td data-label={t('import.problem')}>
                {sentence(each)} <ErrorCode code={each.code} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
