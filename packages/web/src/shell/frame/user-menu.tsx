import { UnstyledButton } from '@mantine/core';
import { ChevronDown, UserRound } from 'lucide-react';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from '../../kit/controls/icon-menu.module.css';
import { LateMenu } from '../../kit/floating/late-menu.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const UserMenuItems = lateComponent(withLateTexts(async () => (await import('./user-menu-items.tsx')).UserMenuItems));

/** The signed-in user, their roles, and signing out. */
export function UserMenu() {
  const { t } = useTexts();
  const me = useMe();
  return (
    <LateMenu
      position="bottom-end"
      target={(target) => (
        <UnstyledButton
          className={classes['tool']}
          aria-label={t('frame.user', { name: me.name })}
          data-nf-user={me.id}
          {...target}
        >
          <UserRound size={16} aria-hidden />
          <bdi className={classes['toolText']}>{me.name}</bdi>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      )}
    >
      <UserMenuItems />
    </LateMenu>
  );
}
