import type { Model, Screen } from '@ninefold/model';
import { lazy, type ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { AppFrame } from '../frame/app-frame.tsx';
import { BlocksScreenView } from '../home/blocks-screen.tsx';
import { HomeScreen } from '../home/home-screen.tsx';
import { ErrorScreen } from '../pages/error-screen.tsx';
import { ErrorsScreen } from '../pages/errors-screen.tsx';
import { KeysScreen } from '../keys/keys-screen.tsx';
import { LimitsScreen } from '../pages/limits-screen.tsx';
import { OpenPointsScreen } from '../pages/open-points-screen.tsx';
import { NotFoundScreen } from '../pages/not-found-screen.tsx';
import { PageScreenView } from '../pages/page-screen.tsx';
import { PasswordScreen } from '../password/password-screen.tsx';
import { SignInScreen } from '../session/sign-in-screen.tsx';
import { CheckStep } from '../setup/check-step.tsx';
import { DataStep } from '../setup/data-step.tsx';
import { DoneStep } from '../setup/done-step.tsx';
import { SetupScreen } from '../setup/setup-screen.tsx';
import { RouteFault } from './route-fault.tsx';
import { SignedIn, ToSignIn } from './redirects.tsx';
import { bySpecificity } from './specificity.ts';
import { TrashRoute } from './trash-route.tsx';

const ListScreenView = lazy(async () => ({ default: (await import('../list/list-screen.tsx')).ListScreenView }));
const RecordScreenView = lazy(async () => ({
  default: (await import('../record/record-screen.tsx')).RecordScreenView,
}));
const ImportScreen = lazy(async () => ({ default: (await import('../import/import-screen.tsx')).ImportScreen }));
const SearchScreen = lazy(async () => ({ default: (await import('../commands/search-screen.tsx')).SearchScreen }));
const FormScreenView = lazy(async () => ({ default: (await import('../form/form-screen.tsx')).FormScreenView }));

type ViewOf<K extends Screen['kind']> = ComponentType<{ readonly screen: Extract<Screen, { readonly kind: K }> }>;
const VIEWS: { readonly [K in Screen['kind']]: ViewOf<K> } = {
  blocks: BlocksScreenView,
  list: ListScreenView,
  record: RecordScreenView,
  form: FormScreenView,
  page: PageScreenView,
};

function elementOf<K extends Screen['kind']>(screen: Extract<Screen, { readonly kind: K }>) {
  const View = VIEWS[screen.kind] as ComponentType<{ readonly screen: Screen }>;
  return <View key={screen.id} screen={screen} />;
}

/** What a one-time link opens. */
const SETUP: readonly RouteObject[] = [
  { path: '/_/setup/:token', element: <SetupScreen /> },
  { path: '/_/setup/:token/administrator', element: <SetupScreen administrator /> },
];

/** The routes of a signed-in reader: the screens of the specification, then the runtime's own pages. */
function signedInRoutes(model: Model): RouteObject[] {
  const screens = bySpecificity(model.screens).map(
    (screen): RouteObject => ({ path: screen.path, element: elementOf(screen), errorElement: <RouteFault /> }),
  );
  const start = model.screens.some((screen) => screen.path === '/')
    ? []
    : [{ path: '/', element: <Navigate to="/_/home" replace /> }];
  return [
    { path: '/_/sign-in', element: <SignedIn /> },
    ...SETUP,
    { path: '/_/setup', element: <Navigate to="/_/setup/check" replace /> },
    { path: '/_/setup/check', element: <CheckStep /> },
    { path: '/_/setup/data', element: <DataStep /> },
    { path: '/_/setup/done', element: <DoneStep /> },
    {
      element: <AppFrame />,
      errorElement: <RouteFault />,
      children: [
        ...screens,
        ...start,
        { path: '/_/home', element: <HomeScreen />, errorElement: <RouteFault /> },
        { path: '/_/trash/:entity', element: <TrashRoute />, errorElement: <RouteFault /> },
        { path: '/_/password', element: <PasswordScreen />, errorElement: <RouteFault /> },
        { path: '/_/errors', element: <ErrorsScreen />, errorElement: <RouteFault /> },
        { path: '/_/limits', element: <LimitsScreen />, errorElement: <RouteFault /> },
        { path: '/_/import/:entity', element: <ImportScreen />, errorElement: <RouteFault /> },
        { path: '/_/search', element: <SearchScreen />, errorElement: <RouteFault /> },
        { path: '/_/keys', element: <KeysScreen />, errorElement: <RouteFault /> },
        { path: '/_/spec', element: <OpenPointsScreen />, errorElement: <RouteFault /> },
        { path: '/_/errors/:id', element: <ErrorScreen />, errorElement: <RouteFault /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ];
}

const SIGNED_OUT: RouteObject[] = [
  { path: '/_/sign-in', element: <SignInScreen /> },
  ...SETUP,
  ...['check', 'data', 'done'].map((step) => ({ path: `/_/setup/${step}`, element: <ToSignIn /> })),
  { path: '*', element: <ToSignIn /> },
];

/** The router of a reader; `model` is null while nobody is signed in. */
export function routerFor(model: Model | null) {
  return createBrowserRouter(model ? signedInRoutes(model) : SIGNED_OUT);
}
