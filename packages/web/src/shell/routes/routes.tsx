import { editsRecord, type ModelAnswer, type RuntimePage, type Screen } from '@ninefold/model';
import type { ComponentType, ReactElement } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { AppFrame } from '../frame/app-frame.tsx';
import { FormerAddress } from '../../kit/page/former-address.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { lateScreen } from './late-screen.tsx';
import { RouteBoundary } from './route-fault.tsx';
import { AtRoot, SignedIn } from './redirects.tsx';
import { ToSignIn } from './to-sign-in.tsx';
import { homePath } from '../../base/model/screen-path.ts';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const BlocksScreenView = lateScreen(
  withLateTexts(async () => (await import('../../screens/home/blocks-screen.tsx')).BlocksScreenView),
);
const HomeScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/home/home-screen.tsx')).HomeScreen),
);
const DeputiesScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/deputies/deputies-screen.tsx')).DeputiesScreen),
);
const InboxScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/inbox/inbox-screen.tsx')).InboxScreen),
);
const ChoicesScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/inbox/choices-screen.tsx')).ChoicesScreen),
);
const StopScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/inbox/stop-screen.tsx')).StopScreen),
);
const ErrorScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/pages/error-screen.tsx')).ErrorScreen),
);
const ErrorsScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/pages/errors-screen.tsx')).ErrorsScreen),
);
const KeysScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/keys/keys-screen.tsx')).KeysScreen),
);
const LimitsScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/limits/limits-screen.tsx')).LimitsScreen),
);
const LimitScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/limits/limit-screen.tsx')).LimitScreen),
);
const OpenPointsScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/pages/open-points-screen.tsx')).OpenPointsScreen),
);
const PageScreenView = lateScreen(async () => (await import('../../screens/pages/page-screen.tsx')).PageScreenView);
const PasswordScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/password/password-screen.tsx')).PasswordScreen),
);
const CheckStep = lateScreen(withLateTexts(async () => (await import('../../screens/setup/check-step.tsx')).CheckStep));
const DataStep = lateScreen(withLateTexts(async () => (await import('../../screens/setup/data-step.tsx')).DataStep));
const DoneStep = lateScreen(withLateTexts(async () => (await import('../../screens/setup/done-step.tsx')).DoneStep));
const SetupScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/setup/setup-screen.tsx')).SetupScreen),
);
const ListScreenView = lateScreen(async () => (await import('../../records/list/list-screen.tsx')).ListScreenView);
const RecordScreenView = lateScreen(
  withLateTexts(async () => (await import('../../records/record/record-screen.tsx')).RecordScreenView),
);
const ImportScreen = lateScreen(
  withLateTexts(async () => (await import('../../records/import/import-screen.tsx')).ImportScreen),
);
const SearchScreen = lateScreen(
  withLateTexts(async () => (await import('../../records/search/search-screen.tsx')).SearchScreen),
);
const TrashScreen = lateScreen(
  withLateTexts(async () => (await import('../../records/trash/trash-screen.tsx')).TrashScreenView),
);
const AuditScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/audit/audit-screen.tsx')).AuditScreen),
);
const FaultsScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/faults/faults-screen.tsx')).FaultsScreen),
);
const OperateScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/operate/operate-screen.tsx')).OperateScreen),
);
const SentScreen = lateScreen(
  withLateTexts(async () => (await import('../../screens/operate/sent-screen.tsx')).SentScreen),
);
const DueScreen = lateScreen(withLateTexts(async () => (await import('../../screens/due/due-screen.tsx')).DueScreen));
const FormScreenView = lateScreen(
  withLateTexts(async () => (await import('../../records/create/form-screen.tsx')).FormScreenView),
);
const EditFormScreenView = lateScreen(
  withLateTexts(async () => (await import('../../records/record/edit-form-screen.tsx')).EditFormScreenView),
);

type ViewOf<K extends Screen['kind']> = ComponentType<{ readonly screen: Extract<Screen, { readonly kind: K }> }>;
const VIEWS: { readonly [K in Screen['kind']]: (screen: Extract<Screen, { readonly kind: K }>) => ViewOf<K> } = {
  blocks: () => BlocksScreenView,
  list: () => ListScreenView,
  record: () => RecordScreenView,
  form: (screen) => (editsRecord(screen) ? EditFormScreenView : FormScreenView),
  page: () => PageScreenView,
};

function elementOf<K extends Screen['kind']>(screen: Extract<Screen, { readonly kind: K }>) {
  const View = VIEWS[screen.kind](screen) as ComponentType<{ readonly screen: Screen }>; // the table pairs each kind with its view
  return <View key={screen.id} screen={screen} />;
}

/** The screens so that the first of two with one address wins: written screens come before standard ones. */
function bySpecificity(screens: readonly Screen[]): readonly Screen[] {
  const shape = (screen: Screen): string => screen.path.replaceAll(/:[a-z][a-z0-9_]*/g, ':');
  const taken = new Set<string>();
  return screens.filter((screen) => {
    if (taken.has(shape(screen))) return false;
    taken.add(shape(screen));
    return true;
  });
}

/** What a one-time link opens, whoever is signed in. */
const LINKS = {
  '/_/setup/:token': <SetupScreen />,
  '/_/setup/:token/administrator': <SetupScreen administrator />,
  '/_/stop/:token': <StopScreen />,
} as const satisfies Readonly<Partial<Record<RuntimePage, ReactElement>>>;

/** The runtime's pages that have no frame around them. */
const BARE = {
  ...LINKS,
  '/_/setup': <Navigate to="/_/setup/check" replace />,
  '/_/setup/check': <CheckStep />,
  '/_/setup/data': <DataStep />,
  '/_/setup/done': <DoneStep />,
} as const satisfies Readonly<Partial<Record<RuntimePage, ReactElement>>>;

/** Those that lead on to the home of the reader. */
type Leading = '/' | '/_/sign-in';

/** The runtime's other pages, each of them: the server answers at no further address. */
const FRAMED: Readonly<Record<Exclude<RuntimePage, keyof typeof BARE | Leading>, ReactElement>> = {
  '/_/home': <HomeScreen />,
  '/_/trash/:entity': <TrashScreen />,
  '/_/password': <PasswordScreen />,
  '/_/errors': <ErrorsScreen />,
  '/_/errors/:id': <ErrorScreen />,
  '/_/limits': <LimitsScreen />,
  '/_/limits/:id': <LimitScreen />,
  '/_/import/:entity': <ImportScreen />,
  '/_/search': <SearchScreen />,
  '/_/inbox': <InboxScreen />,
  '/_/inbox/choices': <ChoicesScreen />,
  '/_/deputies': <DeputiesScreen />,
  '/_/keys': <KeysScreen />,
  '/_/audit': <AuditScreen />,
  '/_/faults': <FaultsScreen />,
  '/_/operate': <OperateScreen />,
  '/_/due': <DueScreen />,
  '/_/sent/:entity/:id': <SentScreen />,
  '/_/spec': <OpenPointsScreen />,
};

/** What is drawn at a path. What it draws is its handle too: `loadShown` finds there what to load. */
function routeOf(path: string, element: ReactElement): RouteObject {
  return { path, element: <RouteBoundary>{element}</RouteBoundary>, handle: element };
}

function routesOf(pages: Readonly<Partial<Record<RuntimePage, ReactElement>>>): readonly RouteObject[] {
  return Object.entries(pages).map(([path, element]) => routeOf(path, element));
}

/** What stands at `/`: the screen with this path, or what leads to the home of the reader. */
function rootElement(root: Screen | undefined, home: string): ReactElement {
  if (root !== undefined && home === '/') return elementOf(root);
  return <AtRoot home={home === '/' ? '/_/home' : home}>{root === undefined ? null : elementOf(root)}</AtRoot>;
}

/** What leads on from an address that a screen had under its former id. Where another screen stands now, nothing does. */
function formerRoutes(screens: readonly Screen[]): readonly RouteObject[] {
  return screens.flatMap(({ path, formerPath }) =>
    formerPath === undefined || screens.some((other) => other.path === formerPath)
      ? []
      : [routeOf(formerPath, <FormerAddress to={path} />)],
  );
}

/** The routes of a signed-in reader: the screens of the specification, then the runtime's own pages. */
export function signedInRoutes({ model, me }: ModelAnswer): RouteObject[] {
  const home = homePath(model, me);
  const screens = bySpecificity(model.screens);
  const root = screens.find(({ path }) => path === '/');
  const paths = new Set(screens.map(({ path }) => path));
  const written = screens.filter((screen) => screen !== root).map((screen) => routeOf(screen.path, elementOf(screen)));
  const own = [...routesOf({ '/': rootElement(root, home) }), ...routesOf(FRAMED)].filter(
    ({ path }) => path === '/' || !paths.has(path ?? ''),
  );
  return [
    ...routesOf({ ...BARE, '/_/sign-in': <SignedIn home={home} /> }),
    {
      element: (
        <RouteBoundary>
          <AppFrame />
        </RouteBoundary>
      ),
      children: [...written, ...formerRoutes(screens), ...own, { path: '*', element: <NotFoundScreen /> }],
    },
  ];
}

/** What one-time links open, for a reader who has not signed in. They lead on to the sign-in page. */
export function linkRoutes(): RouteObject[] {
  return [...routesOf(LINKS), routeOf('*', <ToSignIn />)];
}
