import { Drawer } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { named } from '../../kit/dialogs/named.ts';
import { useBackCloses } from '../../kit/dialogs/use-back-closes.ts';
import { Navigation } from '../navigation/navigation.tsx';

/** The navigation over the page, where there is no room beside it. */
export function NavigationDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTexts();
  const shown = useOpening(opened);
  useBackCloses(opened, onClose);
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      title={t('frame.navigation')}
      {...named(t('frame.navigation'))}
      size="min(320px, 90vw)"
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Navigation onGo={onClose} />
    </Drawer>
  );
}
