import { CardRows } from '../cards/card-rows.tsx';
import { SortBox } from '../sorting/sort-box.tsx';
import type { LayoutProps } from './layout-props.ts';
import { ListContent } from './list-content.tsx';

/** A list as cards, under the choice of its order. */
export function ListCards(props: LayoutProps) {
  const { entity, columns, state, answer, onChange } = props;
  return (
    <>
      {answer !== undefined && answer.items.length > 1 && (
        <SortBox entity={entity} columns={columns} sort={state.sort} onSort={(sort) => onChange({ sort })} />
      )}
      <ListContent {...props} Rows={CardRows} />
    </>
  );
}
