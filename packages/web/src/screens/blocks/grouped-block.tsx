import { type BlocksScreen, type GroupedBlock } from '@ninefold/model';
import { Link } from 'react-router';
import { useBlockGroupsQuery } from '../../base/calls/block-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Chart } from './chart.tsx';
import { GroupTable } from './group-table.tsx';
import { useGroupLinks } from './use-group-links.ts';
import classes from './blocks.module.css';

interface GroupedBlockProps {
  readonly screen: BlocksScreen;
  readonly block: GroupedBlock;
}

/** The groups of records as a chart with its table behind it, or as a table alone. Each leads to the list of its records. */
export function GroupedBlockView({ screen, block }: GroupedBlockProps) {
  const texts = useTexts();
  const { t } = texts;
  const { data, error, refetch } = useBlockGroupsQuery({ entity: block.entity, block: `${screen.id}.${block.id}` });
  const links = useGroupLinks(screen, block);
  const title = texts.block(screen.id, block.id);
  const isEmpty = data?.total.count === 0;
  return (
    <div className="nf-panel" data-nf-block={block.id}>
      <div className={classes['head']}>
        <h2 lang={texts.written}>{title}</h2>
        {links.all !== null && (
          <Link to={links.all} aria-label={t('home.show_all_of', { list: title })}>
            {t('home.show_all')}
          </Link>
        )}
      </div>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {isEmpty && <p className={classes['none']}>{t('home.none')}</p>}
      {data !== undefined && !isEmpty && (
        <Drawn screen={screen} block={block} answer={data} links={links} title={title} />
      )}
    </div>
  );
}

type DrawnProps = Parameters<typeof GroupTable>[0];

/** What a kind of block shows first. */
const SHOWN = {
  chart: (props: DrawnProps) => (
    <>
      <Chart {...props} />
      <Behind {...props} />
    </>
  ),
  table: (props: DrawnProps) => <GroupTable {...props} />,
} as const;

function Drawn(props: DrawnProps) {
  return SHOWN[props.block.block](props);
}

/** The figures of a chart as a table. */
function Behind(props: DrawnProps) {
  const { t } = useTexts();
  return (
    <details className={classes['behind']}>
      <summary>{t('blocks.as_table')}</summary>
      <GroupTable {...props} />
    </details>
  );
}
