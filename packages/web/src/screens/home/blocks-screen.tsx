import { arranged, holds, type BlocksScreen, type PlacedBlock } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Unshown } from '../../kit/messages/unshown.tsx';
import { useHomeQuery } from '../../base/calls/home-api.ts';
import { useListViews, useScope } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Page } from '../../kit/page/page.tsx';
import { AsOf } from './as-of.tsx';
import { LateAllHidden, LateArrangeMenu } from '../blocks/late-blocks.ts';
import { blockKind } from './block-kinds.ts';
import classes from './home.module.css';

/** A screen made of figures and small lists. */
export function BlocksScreenView({ screen }: { readonly screen: BlocksScreen }) {
  const texts = useTexts();
  const { error, isFetching, refetch, fulfilledTimeStamp } = useHomeQuery();
  const scope = useScope();
  const { arrangements } = useListViews();
  const placed = arranged(screen, arrangements[screen.id]).filter(
    ({ block }) => holds(block.visibleWhen, scope) !== false,
  );
  const isFigureOf = ({ block }: PlacedBlock): boolean => blockKind(block).isFigure;
  const groups = [placed.filter(isFigureOf), placed.filter((one) => !isFigureOf(one))];
  const drawn = placed.flatMap(({ block, shown }) => {
    if (!shown) return [];
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
      actions={
        <>
          {fulfilledTimeStamp !== undefined && <AsOf at={fulfilledTimeStamp} />}
          {screen.arrange && placed.length > 1 && <LateArrangeMenu screen={screen} groups={groups} />}
        </>
      }
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
        {drawn.length === 0 && placed.length > 0 && <LateAllHidden />}
      </div>
    </Page>
  );
}
