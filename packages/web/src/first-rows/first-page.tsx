import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { canEver, filterQuery, listQuery, type ListAnswer } from '@ninefold/model';
import { createPath } from '../base/model/screen-path.ts';
import { useTexts } from '../base/texts/use-texts.tsx';
import { useModel, useRights } from '../base/model/use-model.ts';
import { mayActOnMany } from '../records/bulk/actions.ts';
import type { Selection } from '../records/bulk/selection.ts';
import { LayoutRoom } from '../records/list/late-extras.tsx';
import { ListTable } from '../records/list/list-table.tsx';
import { useListLook } from '../records/looks/use-list-look.ts';
import { useTotal } from '../records/rows/use-total.ts';
import { Navigation } from '../shell/navigation/navigation.tsx';
import list from '../records/list/list.module.css';
import page from '../kit/page/page.module.css';
import frame from '../shell/frame/frame.module.css';
import styles from './first-rows.module.css';
import type { ShownList } from './shown-list.ts';

const nothing = (): void => undefined;

/** Boxes that nobody can use yet. */
const NONE_SELECTED: Selection = {
  ...{ records: [], whole: false, named: null, has: () => false },
  ...{ toggle: nothing, toggleTo: nothing, togglePage: nothing },
  ...{ selectWhole: nothing, selectNamed: nothing, clear: nothing },
};

interface FirstPageProps extends ShownList {
  readonly rows: ListAnswer;
}

/**
 * The page of a list as the application draws it, with its navigation and its rows, and room for what comes with the application.
 * It is drawn for a window that has room for the navigation; `beside-rows.ts` tells the style sheet of another one.
 */
export function FirstPage({ screen, entity, state, rows }: FirstPageProps) {
  const texts = useTexts();
  const { written } = texts;
  const title = texts.screen(screen);
  return (
    <div className={frame['frame']} data-wide="true" data-shown="true">
      <div className={frame['top']}>
        <span className={styles['menu']} />
        <span className={frame['name']} lang={written}>
          {texts.appName}
        </span>
        <div className={frame['crumbs']}>{title}</div>
      </div>
      <div className={`${frame['side'] ?? ''} ${styles['wide'] ?? ''}`}>
        <Navigation onGo={nothing} />
      </div>
      <div className={frame['content']}>
        <div className={frame['main']}>
          <div className={page['page']}>
            <div className={page['head']}>
              <div className={page['title']}>
                <div className={styles['heading']} lang={written}>
                  {title}
                </div>
                <span className={list['count']}>{useTotal(rows)}</span>
              </div>
              <Create {...{ screen, entity }} />
            </div>
            <div className={list['list']}>
              <div className={list['extras']} />
              <div className={`${list['toolbar'] ?? ''} ${styles['toolbar'] ?? ''}`} />
              <div className={list['rows']}>
                <Rows {...{ screen, entity, state, rows }} label={title} />
              </div>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The button that creates a record, where the reader may, and the height of other buttons that come beside it. */
function Create({ screen, entity }: Pick<FirstPageProps, 'screen' | 'entity'>) {
  const { newThing } = useTexts();
  const rights = useRights();
  const path = createPath(useModel(), entity.id, screen);
  const others = canEver(rights, entity.id, 'export') || (entity.trash && canEver(rights, entity.id, 'delete'));
  const creates = path !== null && canEver(rights, entity.id, 'create');
  return (
    <div className={page['actions']}>
      {creates && (
        <Link to={path} className={styles['create']}>
          <Plus size={16} aria-hidden />
          {newThing(entity.id)}
        </Link>
      )}
      {others && <span className={styles['others']} />}
      <div className={styles['narrow']}>
        <LayoutRoom screen={screen} />
      </div>
    </div>
  );
}

function Rows({ screen, entity, state, rows, label }: FirstPageProps & { readonly label: string }) {
  const rights = useRights();
  const { look, columns } = useListLook(entity, screen, null);
  return (
    <ListTable
      {...{ entity, columns, look, label }}
      items={rows.items}
      sort={state.sort}
      onSort={nothing}
      onOpen={nothing}
      busy={false}
      selection={mayActOnMany(entity, rights) ? NONE_SELECTED : null}
      query={listQuery(state, screen).toString()}
      filter={filterQuery(state, screen).toString()}
      lookOf={null}
    />
  );
}
