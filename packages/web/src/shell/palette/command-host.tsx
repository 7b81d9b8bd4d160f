import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useEverywhereCommands } from './use-everywhere-commands.ts';
import { holdKeys } from '../../kit/keyboard/held-keys.ts';
import { useKeyListener } from '../../kit/keyboard/use-key-listener.ts';
import { firstTouch } from '../../base/late-code/first-touch.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const loadPalette = withLateTexts(async () => import('./palette.tsx'));
const Palette = lateComponent(async () => (await loadPalette()).Palette);
const KeyList = lateComponent(withLateTexts(async () => (await import('./key-list.tsx')).KeyList));

interface Opened {
  readonly what: 'palette' | 'keys';
  /** The path of the page below the dialog. */
  readonly at: string;
  /** The element that had the focus and receives it again. */
  readonly before: HTMLElement | null;
}

/** Listens to the keys of the whole application, and opens the palette and the list of keys. */
export function CommandHost() {
  const { t } = useTexts();
  const me = useMe();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<Opened | null>(null);
  useEverywhereCommands();
  useKeyListener(me.id);
  const own = useMemo(() => {
    const group = t('commands.settings');
    const show = (what: 'palette' | 'keys') => () => {
      const { activeElement } = document;
      setOpen({
        what,
        at: window.location.pathname,
        before: activeElement instanceof HTMLElement ? activeElement : null,
      });
      if (what === 'palette') holdKeys(() => setOpen(null));
    };
    return [
      command({
        id: 'palette',
        scope: 'everywhere',
        label: t('commands.palette'),
        group,
        keys: ['mod+k'],
        hidden: true,
        run: show('palette'),
      }),
      command({ id: 'keys', scope: 'everywhere', label: t('commands.keys'), group, keys: ['?'], run: show('keys') }),
    ];
  }, [t]);
  useCommands(own);
  // The palette is loaded before it is asked for; text that is typed right after Ctrl K waits for it.
  useEffect(
    () =>
      void firstTouch()
        .then(loadPalette)
        .catch(() => undefined),
    [],
  );
  const close = (): void => {
    setOpen(null);
    setTimeout(() => open?.before?.focus({ preventScroll: true }));
  };
  // Navigation closes the dialog.
  const shown = open !== null && open.at === pathname ? open.what : null;
  return (
    <>
      {shown === 'palette' && <Palette onClose={close} />}
      {shown === 'keys' && <KeyList onClose={close} />}
    </>
  );
}
