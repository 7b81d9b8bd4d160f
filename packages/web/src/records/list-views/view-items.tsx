import { Menu } from '@mantine/core';
import { Check, Lock, Pencil, Plus, User, Users, type LucideIcon } from 'lucide-react';
import type { ListScreen, ListView } from '@ninefold/model';
import { Link } from 'react-router';
import { useListViews } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { viewPath } from './view-path.ts';

interface ViewItemsProps {
  readonly screen: ListScreen;
  /** The name of the screen. */
  readonly title: string;
  readonly view: ListView | null;
  readonly mayChange: boolean;
  readonly onNew: () => void;
  readonly onEdit: () => void;
}

/** The views of a list: as the specification has it, which nobody changes, shared ones, and the reader's own. */
export function ViewItems({ screen, title, view, mayChange, onNew, onEdit }: ViewItemsProps) {
  const { t } = useTexts();
  const views = useListViews().views.filter((one) => one.screen === screen.id);
  return (
    <>
      <Item
        to={screen.path}
        glyph={Lock}
        text={t('views.standard_of', { list: title })}
        current={view === null}
        id=""
      />
      {views
        .toSorted((one, other) => Number(other.shared) - Number(one.shared))
        .map((one) => (
          <Item
            key={one.id}
            to={viewPath(screen, one.id)}
            glyph={one.shared ? Users : User}
            text={one.name}
            current={one.id === view?.id}
            id={one.id}
          />
        ))}
      <Menu.Divider />
      <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={onNew} data-nf-view-new>
        {t('views.new')}
      </Menu.Item>
      {view !== null && mayChange && (
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit} data-nf-view-edit>
          {t('views.edit')}
        </Menu.Item>
      )}
    </>
  );
}

interface ItemProps {
  readonly to: string;
  readonly glyph: LucideIcon;
  readonly text: string;
  readonly current: boolean;
  readonly id: string;
}

function Item({ to, glyph: Glyph, text, current, id }: ItemProps) {
  return (
    <Menu.Item
      component={Link}
      to={to}
      leftSection={<Glyph size={16} aria-hidden />}
      rightSection={current ? <Check size={16} aria-hidden /> : undefined}
      aria-current={current || undefined}
      data-nf-view-item={id}
    >
      {text}
    </Menu.Item>
  );
}
