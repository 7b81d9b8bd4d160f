import { holds, type BlocksScreen } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Unshown } from '../../kit/messages/unshown.tsx';
import { useHomeQuery } from '../../base/calls/home-api.ts';
import { useScope } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Page } from '../../kit/page/page.tsx';
import { AsOf } from './as-of.tsx';
import { blockKind } from './block-kinds.ts';
import classes from './home.module.css';

/** A screen made of figures and small lists. */
export function BlocksScreenView({ screen }: { readonly screen: BlocksScreen }) {
  const texts = useTexts();
  const { error, isFetching, refetch, fulfilledTimeStamp } = useHomeQuery();
  const scope = useScope();
  const drawn = screen.blocks.flatMap((block) => {
    if (holds(block.visibleWhen, scope) === false) return [];
    const { isFigure, View } = blockKind(block);
    const part = (
      <Boundary
        key={block.id}
        place={{ part: 'block', screen: screen.id, block: block.id }}
        again={fulfilledTimeStamp}
        instead={
          isFigure ? (
            <li>
              <Unshown part="block" />
            </li>
          ) : undefined
        }
      >
        <View screen={screen} block={block} />
      </Boundary>
    );
    return [{ isFigure, part }];
  });
  const figures = drawn.filter(({ isFigure }) => isFigure);
  return (
    <Page
      title={texts.screen(screen)}
      screen={screen}
      busy={isFetching}
      breadcrumb={[{ text: texts.screen(screen) }]}
      actions={fulfilledTimeStamp !== undefined && <AsOf at={fulfilledTimeStamp} />}
    >
      <div className={classes['stack']}>
        {screen.path === '/' && texts.purpose !== null && (
          <p className={classes['greeting']} lang={texts.written}>
            {texts.purpose}
          </p>
        )}
        {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
        {figures.length > 0 && <ul className={classes['figures']}>{figures.map(({ part }) => part)}</ul>}
        {drawn.filter(({ isFigure }) => !isFigure).map(({ part }) => part)}
      </div>
    </Page>
  );
}
