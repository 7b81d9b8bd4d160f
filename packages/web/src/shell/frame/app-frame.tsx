import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CommandHost } from '../palette/command-host.tsx';
import { PrintNote } from './print-note.tsx';
import { UndoHost } from './undo-host.tsx';
import { CreateSheetHost } from '../../records/create/create-sheet-host.tsx';
import { SignInAgainHost } from '../../screens/sign-in/sign-in-again-host.tsx';
import { firstTouch } from '../../base/late-code/first-touch.ts';
import { useAppSelector } from '../../base/store/store.ts';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { keepVisitLanguage } from '../../base/texts/visit-language.ts';
import { Banners } from '../../kit/page/banners.tsx';
import { BreadcrumbSlot } from '../../kit/page/breadcrumb.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Navigation } from '../navigation/navigation.tsx';
import { SkipLink } from '../../kit/page/skip-link.tsx';
import { afterPage } from './after-page.ts';
import { TopBar } from './top-bar.tsx';
import { ZoneNote } from './zone-note.tsx';
import classes from './frame.module.css';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const NavigationDrawer = lateComponent(
  withLateTexts(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer),
);
const loadMenus = withLateTexts(async () => import('./user-menu-items.tsx'));
const loadSignOutDialog = withLateTexts(async () => import('./sign-out-dialog.tsx'));
const SignOutDialog = lateComponent(async () => (await loadSignOutDialog()).SignOutDialog);

const WIDE = '(min-width: 60em)';

/** Everything around a page: top bar, navigation (a drawer below 960 px), banners, main. */
export function AppFrame() {
  const wide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches, { getInitialValueInEffect: false });
  const [drawer, { open, close }] = useDisclosure(false);
  const [shown, { toggle }] = useDisclosure(true);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const drawn = useEverOpened(drawer);
  const stays = useEverOpened(
    useAppSelector(({ session }) => session.signOutFailure !== null || session.signOutErases > 0),
  );
  const location = useLocation();
  useEffect(keepVisitLanguage, [location]);
  useEffect(loadDialogsLater, []);
  return (
    <BreadcrumbSlot.Provider value={slot}>
      <div className={classes['frame']} data-wide={wide} data-shown={wide && shown}>
        <SkipLink />
        <TopBar slot={setSlot} expanded={wide ? shown : drawer} onNavigation={wide ? toggle : open} />
        {wide && shown && (
          <div className={classes['side']}>
            <Navigation onGo={close} />
          </div>
        )}
        {!wide && drawn && <NavigationDrawer opened={drawer} onClose={close} />}
        <div className={classes['content']}>
          <Banners />
          <main id="nf-main" tabIndex={-1} className={classes['main']}>
            <Suspense fallback={<Loading />}>
              <CreateSheetHost>
                <Outlet />
              </CreateSheetHost>
            </Suspense>
          </main>
          <ZoneNote />
          <PrintNote />
        </div>
      </div>
      <Beside>
        <CommandHost />
      </Beside>
      <Beside>
        <UndoHost />
      </Beside>
      <Beside>{stays && <SignOutDialog />}</Beside>
      <Beside>
        <SignInAgainHost />
      </Beside>
    </BreadcrumbSlot.Provider>
  );
}

/** What opens over a page. Where it cannot be drawn the page stays. */
function Beside({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary place={{ part: 'dialog' }} instead={null}>
      {children}
    </Boundary>
  );
}

/**
 * Signing out is offered, and dialogs say what failed, also where the connection has: their code comes soon after the page
 * is there and its reader has touched it, and not before what the page has asked for.
 */
function loadDialogsLater(): void {
  void Promise.all([afterPage(), firstTouch()])
    .then(() => Promise.all([loadSignOutDialog(), loadMenus()]))
    .catch(() => undefined);
}
