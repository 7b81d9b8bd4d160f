import { type BlocksScreen, type CountBlock, screenPath } from '@ninefold/model';
import { Link } from 'react-router';
import { useHomeQuery } from '../../base/calls/home-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Figure } from './figure.tsx';
import { blockSearch } from '../blocks/block-search.ts';
import { LateTrend } from '../blocks/late-blocks.ts';

interface CountBlockViewProps {
  readonly screen: BlocksScreen;
  readonly block: CountBlock;
}

/** A number of records, which leads to them, with its trend. */
export function CountBlockView({ screen, block }: CountBlockViewProps) {
  const texts = useTexts();
  const model = useModel();
  const { data } = useHomeQuery();
  const list = screenPath(model, block.entity, 'list');
  const name = `${screen.id}.${block.id}`;
  const content = (
    <Figure count={data?.counts[name]} label={texts.block(screen.id, block.id)}>
      {block.trend !== null && <LateTrend screen={screen} block={block} />}
    </Figure>
  );
  return (
    <li data-nf-block={block.id}>
      {list === null ? content : <Link to={{ pathname: list, search: blockSearch(name, block) }}>{content}</Link>}
    </li>
  );
}
