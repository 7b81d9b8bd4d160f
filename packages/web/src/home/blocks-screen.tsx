import type { Block, BlocksScreen } from '@ninefold/model';
import { Link } from 'react-router';
import { Page } from '../frame/page.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useModel } from '../model/use-model.ts';
import { screenPath } from '../routes/screen-path.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AsOf } from './as-of.tsx';
import { Figure } from './figure.tsx';
import { useHomeQuery } from './home-api.ts';
import { SmallListView } from './small-list.tsx';
import { whereSearch } from './waiting.tsx';
import classes from './home.module.css';

type CountBlock = Extract<Block, { block: 'count' }>;
type ListBlock = Extract<Block, { block: 'list' }>;

function CountView({ screen, block }: { readonly screen: BlocksScreen; readonly block: CountBlock }) {
  const texts = useTexts();
  const model = useModel();
  const { data } = useHomeQuery();
  const list = screenPath(model, block.entity, 'list');
  const content = <Figure count={data?.counts[`${screen.id}.${block.id}`]} label={texts.block(screen.id, block.id)} />;
  return (
    <li data-nf-block={block.id}>
      {list === null ? (
        content
      ) : (
        <Link to={{ pathname: list, search: whereSearch(block.where?.source ?? null) }}>{content}</Link>
      )}
    </li>
  );
}

/** A screen made of figures and small lists. */
export function BlocksScreenView({ screen }: { readonly screen: BlocksScreen }) {
  const texts = useTexts();
  const { error, isFetching, refetch, fulfilledTimeStamp } = useHomeQuery();
  const counts = screen.blocks.filter((block): block is CountBlock => block.block === 'count');
  const lists = screen.blocks.filter((block): block is ListBlock => block.block === 'list');
  return (
    <Page
      title={texts.screen(screen)}
      screen={screen}
      busy={isFetching}
      breadcrumb={[{ text: texts.screen(screen) }]}
      actions={fulfilledTimeStamp !== undefined && <AsOf at={fulfilledTimeStamp} />}
    >
      <div className={classes['stack']}>
        {screen.path === '/' && texts.purpose !== null && <p className={classes['greeting']}>{texts.purpose}</p>}
        {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
        {counts.length > 0 && (
          <ul className={classes['figures']}>
            {counts.map((block) => (
              <CountView key={block.id} screen={screen} block={block} />
            ))}
          </ul>
        )}
        {lists.map((block) => (
          <SmallListView key={block.id} screen={screen} block={block} />
        ))}
      </div>
    </Page>
  );
}
