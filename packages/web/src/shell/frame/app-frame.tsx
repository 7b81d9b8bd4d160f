import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { CommandHost } from '../palette/command-host.tsx';
import { PrintNote } from './print-note.tsx';
import { UndoHost } from './undo-host.tsx';
import { CreateSheetHost } from '../../records/create/create-sheet-host.tsx';
import { SignInAgainHost } from '../../screens/sign-in/sign-in-again-host.tsx';
import { useAppSelector } from '../../base/store/store.ts';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { keepVisitLanguage } from '../../base/texts/visit-language.ts';
import { Banners } from '../../kit/page/banners.tsx';
import { BreadcrumbSlot } from '../../kit/page/breadcrumb.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Navigation } from '../navigation/navigation.tsx';
import { SkipLink } from '../../kit/page/skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { ZoneNote } from './zone-note.tsx';
import classes from './frame.module.css';

const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }));
const loadSignOutDialog = () => import('./sign-out-dialog.tsx');
const SignOutDialog = lazy(async () => ({ default: (await loadSignOutDialog()).SignOutDialog }));

const WIDE = '(min-width: 60em)';
const SOON_MS = 1000;

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
        <Suspense>{!wide && drawn && <NavigationDrawer opened={drawer} onClose={close} />}</Suspense>
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
      <CommandHost />
      <UndoHost />
      <Boundary place={{ part: 'dialog' }} instead={null}>
        <Suspense>{stays && <SignOutDialog />}</Suspense>
      </Boundary>
      <SignInAgainHost />
      <ScrollRestoration />
    </BreadcrumbSlot.Provider>
  );
}

/** Dialogs say what failed, also where the connection has: their code comes soon after the page is there. */
function loadDialogsLater(): () => void {
  const timer = setTimeout(() => void loadSignOutDialog().catch(() => undefined), SOON_MS);
  return () => clearTimeout(timer);
}
