import { Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { CommandHost } from '../palette/command-host.tsx';
import { PrintNote } from './print-note.tsx';
import { SignOutFailure } from './sign-out-failure.tsx';
import { UndoHost } from './undo-host.tsx';
import { CreateSheetHost } from '../../records/create/create-sheet-host.tsx';
import { useMe } from '../../base/model/use-model.ts';
import { SignInAgainDialog } from '../../screens/sign-in/sign-in-again-dialog.tsx';
import { keepVisitLanguage } from '../../base/texts/visit-language.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { Banners } from '../../kit/page/banners.tsx';
import { BreadcrumbSlot } from '../../kit/page/breadcrumb.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Navigation } from '../navigation/navigation.tsx';
import { SkipLink } from '../../kit/page/skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './frame.module.css';

const WIDE = '(min-width: 60em)';

/** Everything around a page: top bar, navigation (a drawer below 960 px), banners, main. */
export function AppFrame() {
  const { t } = useTexts();
  const me = useMe();
  const wide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches, { getInitialValueInEffect: false });
  const [drawer, { open, close }] = useDisclosure(false);
  const [shown, { toggle }] = useDisclosure(true);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const location = useLocation();
  useEffect(keepVisitLanguage, [location]);
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
        {!wide && (
          <Drawer
            opened={drawer}
            onClose={close}
            title={t('frame.navigation')}
            size="min(320px, 90vw)"
            closeButtonProps={{ 'aria-label': t('dialog.close') }}
          >
            <Navigation onGo={close} />
          </Drawer>
        )}
        <div className={classes['content']}>
          <Banners />
          <main id="nf-main" tabIndex={-1} className={classes['main']}>
            <Suspense fallback={<Loading />}>
              <CreateSheetHost>
                <Outlet />
              </CreateSheetHost>
            </Suspense>
          </main>
          <PrintNote />
        </div>
      </div>
      <CommandHost />
      <UndoHost />
      <SignOutFailure />
      <SignInAgainDialog userId={me.id} email={me.email} />
      <ScrollRestoration />
    </BreadcrumbSlot.Provider>
  );
}
