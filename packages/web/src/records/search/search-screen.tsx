import { screenPath } from '@ninefold/model';
import { Link, useSearchParams } from 'react-router';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { SearchBox } from '../../kit/controls/search-box.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { haveComments, LateFoundComments } from '../conversation/late.ts';
import classes from './search-screen.module.css';
import { useFoundRecords, type Found } from './use-found-records.ts';

const EACH = 20;

/** What a search finds, by entity; `?q=` says what for. */
export function SearchScreen() {
  const { t } = useTexts();
  const model = useModel();
  const [params, setParams] = useSearchParams();
  const typed = params.get('q') ?? '';
  const found = useFoundRecords(typed, EACH);
  const isNothing = typed !== '' && found?.length === 0;
  const nothing = isNothing ? <Empty kind="no-match" title={t('commands.nothing')} /> : null;
  return (
    <Page title={t('commands.search_title')} screen="search" breadcrumb={[{ text: t('commands.search_title') }]}>
      <div className={classes['search']}>
        <SearchBox
          value={typed}
          onSearch={(text, goesOn) => setParams(text === '' ? {} : { q: text }, { replace: goesOn })}
        />
        {found === null && <Loading />}
        {found?.map((each) => (
          <FoundOf key={each.entity} found={each} typed={typed} />
        ))}
        {typed !== '' && haveComments(model) ? <LateFoundComments typed={typed} nothing={nothing} /> : nothing}
      </div>
    </Page>
  );
}

function FoundOf({ found: { entity, items }, typed }: { readonly found: Found; readonly typed: string }) {
  const texts = useTexts();
  const model = useModel();
  const list = screenPath(model, entity, 'list');
  return (
    <section aria-labelledby={`nf-found-${entity}`} data-nf-entity={entity}>
      <h2 id={`nf-found-${entity}`}>{texts.entityMany(entity)}</h2>
      <ul className={classes['items']}>
        {items.map((record) => (
          <li key={record.id}>
            <Link to={screenPath(model, entity, 'record', record.id) ?? '/'}>
              <bdi>{record.title ?? record.id}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {list !== null && (
        <Link to={`${list}?${new URLSearchParams({ search: typed }).toString()}`}>
          {texts.t('commands.in_list', { entity: texts.entityMany(entity) })}
        </Link>
      )}
    </section>
  );
}
