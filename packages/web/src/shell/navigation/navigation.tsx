import { AlarmClock, Eye, House, ListChecks, type LucideIcon } from 'lucide-react';
import { timedEntities, type ListView, type Screen } from '@ninefold/model';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useHomeQuery } from '../../base/calls/home-api.ts';
import { startScreen } from '../../base/model/screen-path.ts';
import { useListViews, useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { Fallback } from './fallback.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useLeft } from '../../records/list-views/use-left.ts';
import { useFromList } from '../../records/rows/from-list.ts';
import { BY_ITSELF, currentEntry, MY_WORK } from './current-entry.ts';
import { glyphOf } from './glyphs.ts';
import { navigationGroups, partStart, type NavigationGroup, type NavigationItem } from './navigation-items.ts';
import classes from './navigation.module.css';

interface EntryProps {
  readonly to: string;
  readonly glyph: LucideIcon;
  readonly text: ReactNode;
  readonly waiting: number | null;
  readonly screen: string;
  readonly current: Current;
  readonly onGo: () => void;
}

/** The entry that the page belongs to. */
type Current = ReturnType<typeof currentEntry>;

function Entry({ to, glyph: Glyph, text, waiting, screen, current, onGo }: EntryProps) {
  const { t, language } = useTexts();
  const isCurrent = current?.id === screen;
  return (
    <li>
      <Link
        to={to}
        className={classes['entry'] ?? ''}
        aria-current={isCurrent ? (current.isPage ? 'page' : 'true') : undefined}
        onClick={onGo}
        data-nf-nav={screen}
      >
        <Glyph size={16} aria-hidden />
        <span className={classes['text']}>{text}</span>
        {waiting !== null && (
          <span className={classes['count']}>
            {new Intl.NumberFormat(language).format(waiting)}
            <span className="nf-hidden"> {t('frame.waiting', { count: waiting })}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

interface ScreenEntryProps {
  readonly item: NavigationItem;
  readonly glyph: LucideIcon;
  readonly current: Current;
  readonly onGo: () => void;
}

function ScreenEntry({ item: { screen, waiting }, glyph, current, onGo }: ScreenEntryProps) {
  const texts = useTexts();
  const left = useLeft();
  return (
    <Entry
      to={withQuery(screen.path, screen.kind === 'list' ? leftAt(left, screen.id, current) : '')}
      glyph={glyph}
      text={<Fallback textKey={`screens.${screen.id}.label`}>{texts.screen(screen)}</Fallback>}
      waiting={waiting}
      screen={screen.id}
      current={current}
      onGo={onGo}
    />
  );
}

/** The query that shows a list or view as it was left; the entry of the page that is shown leads to it as it is written. */
function leftAt(left: (of: string) => string, of: string, current: Current): string {
  return current?.id === of && current.isPage ? '' : left(of);
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

interface ViewEntriesProps extends Pick<ScreenEntryProps, 'current' | 'onGo'> {
  readonly screen: Screen;
}

/** The views of a list, under it. */
function ViewEntries({ screen, current, onGo }: ViewEntriesProps) {
  const views = useListViews().views.filter((view) => view.screen === screen.id);
  const left = useLeft();
  return views.map(({ id, name }) => (
    <Entry
      key={id}
      to={withQuery(screen.path, leftAt(left, id, current) || `view=${encodeURIComponent(id)}`)}
      glyph={Eye}
      text={<span className={classes['view']}>{name}</span>}
      waiting={null}
      screen={id}
      current={current}
      onGo={onGo}
    />
  ));
}

interface GroupProps {
  readonly group: NavigationGroup;
  /** False: it is the only group, which needs no heading. */
  readonly headed: boolean;
  readonly current: Current;
  readonly onGo: () => void;
}

function Group({ group, headed, current, onGo }: GroupProps) {
  const texts = useTexts();
  return (
    <div className={classes['group']}>
      {headed && group.id !== null && <h2 className={classes['heading']}>{texts.menu(group.id)}</h2>}
      <ul>
        {group.items.map((item) => (
          <Fragment key={item.screen.id}>
            <ScreenEntry item={item} glyph={glyphOf(item.screen)} current={current} onGo={onGo} />
            <ViewEntries screen={item.screen} current={current} onGo={onGo} />
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

/** The screens of this reader, the start page first. `onGo` closes the drawer on narrow windows. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTexts();
  const model = useModel();
  const rights = useRights();
  const { data } = useHomeQuery();
  const groups = navigationGroups(model, rights, data);
  const first = startScreen(model, useMe());
  const { start, rest } = first === null ? { start: null, rest: groups } : partStart(groups, first);
  const waiting = data?.waiting.reduce((sum, each) => sum + each.total, 0) ?? 0;
  const { pathname, search } = useLocation();
  const items = [...(start === null ? [] : [start]), ...rest.flatMap((group) => group.items)];
  const { views } = useListViews();
  const at = { pathname, search, from: useFromList()?.address ?? null };
  const current = currentView(views, search) ?? currentEntry(model, items, at);
  return (
    <nav aria-label={t('frame.navigation')} className={classes['navigation']}>
      <div className={classes['group']}>
        <ul>
          {start !== null && (
            <>
              <ScreenEntry item={start} glyph={startGlyph(start.screen)} current={current} onGo={onGo} />
              <ViewEntries screen={start.screen} current={current} onGo={onGo} />
            </>
          )}
          <Entry
            to="/_/home"
            glyph={start === null ? House : ListChecks}
            text={t('home.title')}
            waiting={waiting > 0 ? waiting : null}
            screen={MY_WORK}
            current={current}
            onGo={onGo}
          />
          {timedEntities(model, rights).length > 0 && (
            <Entry
              to="/_/due"
              glyph={AlarmClock}
              text={t('due.title')}
              waiting={null}
              screen={BY_ITSELF}
              current={current}
              onGo={onGo}
            />
          )}
        </ul>
      </div>
      {rest.map((group) => (
        <Group key={group.id ?? ''} group={group} headed={groups.length > 1} current={current} onGo={onGo} />
      ))}
    </nav>
  );
}

/** The entry of the view that the address names. */
function currentView(views: readonly ListView[], search: string): Current {
  const view = views.find(({ id }) => id === new URLSearchParams(search).get('view'));
  return view === undefined ? null : { id: view.id, isPage: true };
}

function startGlyph(start: Screen): LucideIcon {
  return start.icon === null ? House : glyphOf(start);
}
