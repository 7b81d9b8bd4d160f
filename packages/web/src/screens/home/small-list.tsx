import { type Block, type BlocksScreen, screenPath } from '@ninefold/model';
import { Link } from 'react-router';
import { Loading } from '../../kit/messages/loading.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useSmallListQuery } from '../../base/calls/home-api.ts';
import { blockSearch } from '../blocks/block-search.ts';
import { Rows } from './rows.tsx';
import classes from './home.module.css';

type ListBlock = Extract<Block, { block: 'list' }>;

/** The first rows of a list, and a link to the whole list. */
export function SmallListView({ screen, block }: { readonly screen: BlocksScreen; readonly block: ListBlock }) {
  const texts = useTexts();
  const model = useModel();
  const name = `${screen.id}.${block.id}`;
  const { data, error, refetch } = useSmallListQuery({
    entity: block.entity,
    of: { screen: name },
    sort: block.sort,
    rows: block.rows,
  });
  const list = screenPath(model, block.entity, 'list');
  const title = texts.block(screen.id, block.id);
  return (
    <div data-nf-block={block.id} className="nf-panel">
      <div className={classes['sectionHead']}>
        <h2 lang={texts.written}>{title}</h2>
        {list !== null && (
          <Link
            to={{ pathname: list, search: blockSearch(name, block) }}
            aria-label={texts.t('home.show_all_of', { list: title })}
          >
            {texts.t('home.show_all')}
          </Link>
        )}
      </div>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data?.items.length === 0 && <p className={classes['none']}>{texts.t('home.none')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <Rows entity={block.entity} columns={block.columns} items={data.items} title={title} />
      )}
    </div>
  );
}
