import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { hasApprovals } from '@ninefold/model';
import {
  Bug,
  CircleAlert,
  CircleHelp,
  Gauge,
  KeyRound,
  LogOut,
  Plug,
  ScrollText,
  UserCheck,
  Wrench,
} from 'lucide-react';
import { Link } from 'react-router';
import { useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { useSessionQuery } from '../../base/calls/session-api.ts';
import { useSignOut } from '../../base/session/use-sign-out.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { IconMenuItems } from '../../kit/controls/icon-menu-items.tsx';
import { useLanguageChoice } from '../../kit/controls/language-switcher.tsx';
import { useThemeChoice } from '../../kit/controls/theme-switch.tsx';

/** Windows whose top bar has no room for the language and the theme. */
const NARROW = '(max-width: 30em)';

/** Who is signed in with which roles, the pages of the runtime that they may open, and signing out. */
export function UserMenuItems() {
  const { t, role, language } = useTexts();
  const me = useMe();
  const model = useModel();
  const rights = useRights();
  const { data: session } = useSessionQuery();
  const signOut = useSignOut();
  const narrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches, { getInitialValueInEffect: false });
  return (
    <>
      <Menu.Label>
        <bdi>{me.email}</bdi>
        <br />
        {joinList(me.roles.map(role), language)}
      </Menu.Label>
      <Menu.Divider />
      {session?.password === true && (
        <Menu.Item component={Link} to="/_/password" leftSection={<KeyRound size={16} aria-hidden />}>
          {t('password.title')}
        </Menu.Item>
      )}
      {hasApprovals(model) && (
        <Menu.Item component={Link} to="/_/deputies" leftSection={<UserCheck size={16} aria-hidden />}>
          {t('deputies.title')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/_/errors" leftSection={<CircleAlert size={16} aria-hidden />}>
        {t('errors.all')}
      </Menu.Item>
      <Menu.Item component={Link} to="/_/limits" leftSection={<Gauge size={16} aria-hidden />}>
        {t('limits.title')}
      </Menu.Item>
      {rights.runtime.includes('keys') && (
        <Menu.Item component={Link} to="/_/keys" leftSection={<Plug size={16} aria-hidden />}>
          {t('keys.title')}
        </Menu.Item>
      )}
      {rights.runtime.includes('audit') && (
        <Menu.Item component={Link} to="/_/audit" leftSection={<ScrollText size={16} aria-hidden />}>
          {t('audit.title')}
        </Menu.Item>
      )}
      {rights.runtime.includes('faults') && (
        <Menu.Item component={Link} to="/_/faults" leftSection={<Bug size={16} aria-hidden />}>
          {t('faults.title')}
        </Menu.Item>
      )}
      {rights.runtime.includes('operate') && (
        <Menu.Item component={Link} to="/_/operate" leftSection={<Wrench size={16} aria-hidden />}>
          {t('operate.title')}
        </Menu.Item>
      )}
      {rights.runtime.includes('spec') && (
        <Menu.Item component={Link} to="/_/spec" leftSection={<CircleHelp size={16} aria-hidden />}>
          {t('not_shown.page')}
        </Menu.Item>
      )}
      <Menu.Divider />
      {narrow && <Switches />}
      <Menu.Item leftSection={<LogOut size={16} aria-hidden className="nf-mirrored" />} onClick={() => void signOut()}>
        {t('frame.sign_out')}
      </Menu.Item>
    </>
  );
}

/** The language and the theme. */
function Switches() {
  const { t } = useTexts();
  const languages = useLanguageChoice();
  const themes = useThemeChoice();
  return (
    <>
      {languages !== null && (
        <>
          <Menu.Label>{t('frame.language')}</Menu.Label>
          <IconMenuItems {...languages} />
        </>
      )}
      <Menu.Label>{t('frame.theme')}</Menu.Label>
      <IconMenuItems {...themes} />
      <Menu.Divider />
    </>
  );
}
