import type { BlockGroups, BlocksScreen, Figures, GroupedBlock } from '@ninefold/model';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { FigureValue } from './figure-value.tsx';
import { GroupName } from './group-name.tsx';
import type { GroupLinks } from './use-group-links.ts';
import { useBlockTexts } from './use-block-texts.ts';
import classes from './blocks.module.css';

export interface GroupTableProps {
  readonly screen: BlocksScreen;
  readonly block: GroupedBlock;
  readonly answer: BlockGroups;
  readonly links: GroupLinks;
  readonly title: string;
}

/** The groups and their figures, with those that are not shown by themselves and all together below. */
export function GroupTable({ screen, block, answer, links, title }: GroupTableProps) {
  const texts = useTexts();
  const { t } = texts;
  const names = useBlockTexts(screen, block);
  const figures = (of: Figures): ReactNode =>
    block.show.map((figure, index) => (
      <td key={figure.id} className={classes['number']} data-label={names.figure(figure)} data-nf-figure={figure.id}>
        <FigureValue entity={block.entity} figure={figure} value={of.figures[index] ?? null} />
      </td>
    ));
  const rest = block.groupBy.slice(1);
  return (
    <Scroller label={title}>
      <table lang={texts.written} className={classes['table']}>
        <thead>
          <tr>
            {block.groupBy.map((group, index) => (
              <th key={names.group(group, index)} scope="col">
                {names.group(group, index)}
              </th>
            ))}
            {block.show.map((figure) => (
              <th key={figure.id} scope="col" className={classes['number']}>
                {names.figure(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.groups.map((one) => (
            <tr key={JSON.stringify(one.by)} data-nf-group>
              <th scope="row">
                <Led to={links.of(one.by)}>
                  {block.groupBy.slice(0, 1).map((group) => (
                    <GroupName key="name" block={block} group={group} value={one.by[0] ?? null} />
                  ))}
                </Led>
              </th>
              {rest.map((group, index) => (
                <td key={names.group(group, index + 1)} data-label={names.group(group, index + 1)}>
                  <GroupName block={block} group={group} value={one.by[index + 1] ?? null} />
                </td>
              ))}
              {figures(one)}
            </tr>
          ))}
          {answer.others !== null && (
            <tr data-nf-others>
              <th scope="row" colSpan={block.groupBy.length} lang={texts.language}>
                {t(block.latest ? 'blocks.earlier' : 'blocks.others', { count: answer.others.groups })}
              </th>
              {figures(answer.others)}
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr data-nf-total>
            <th scope="row" colSpan={block.groupBy.length} lang={texts.language}>
              {t('blocks.total')}
            </th>
            {figures(answer.total)}
          </tr>
        </tfoot>
      </table>
    </Scroller>
  );
}

function Led({ to, children }: { readonly to: ReturnType<GroupLinks['of']>; readonly children: ReactNode }) {
  return to === null ? children : <Link to={to}>{children}</Link>;
}
