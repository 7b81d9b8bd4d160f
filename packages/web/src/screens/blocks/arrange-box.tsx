import { Button, Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Arrangement, BlocksScreen, PlacedBlock } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ToolButton } from '../../kit/controls/tool-button.tsx';
import classes from './arrange.module.css';
import { useSetArrangement } from './use-set-arrangement.ts';

export interface ArrangeBoxProps {
  readonly screen: BlocksScreen;
  /** The blocks in the order in which they stand: first the figures, then the others. */
  readonly groups: readonly (readonly PlacedBlock[])[];
}

/** In which order the blocks of a screen stand, and which of them are shown. */
export function ArrangeBox({ screen, groups }: ArrangeBoxProps) {
  const { t, ...texts } = useTexts();
  const set = useSetArrangement(screen.id);
  const all = groups.flat();
  const keep = (changed: Partial<Arrangement>): void =>
    set({
      order: all.map(({ block }) => block.id),
      hidden: all.filter(({ shown }) => !shown).map(({ block }) => block.id),
      ...changed,
    });
  const show = (id: string, shown: boolean): void =>
    keep({
      hidden: all.filter((one) => !(one.block.id === id ? shown : one.shown)).map(({ block }) => block.id),
    });
  const move = (group: readonly PlacedBlock[], at: number, by: number): void =>
    keep({
      order: groups.flatMap((each) => (each === group ? moved(each, at, by) : each)).map(({ block }) => block.id),
    });
  return (
    <div data-nf-arrange-box>
      <p className={classes['title']}>{t('arrange.title')}</p>
      {groups.map((group, index) => (
        // The groups keep their places.
        // oxlint-disable-next-line react/no-array-index-key
        <ul key={index} className={classes['blocks']}>
          {group.map(({ block, shown }, at) => {
            const name = texts.block(screen.id, block.id);
            return (
              <li key={block.id} data-nf-arrange={block.id}>
                <Checkbox
                  label={<span lang={texts.written}>{name}</span>}
                  checked={shown}
                  disabled={block.keep}
                  title={block.keep ? t('arrange.kept') : undefined}
                  onChange={(event) => show(block.id, event.currentTarget.checked)}
                />
                <ToolButton
                  glyph={ArrowUp}
                  name="up"
                  label={t('arrange.up', { block: name })}
                  on={at > 0}
                  press={() => move(group, at, -1)}
                />
                <ToolButton
                  glyph={ArrowDown}
                  name="down"
                  label={t('arrange.down', { block: name })}
                  on={at < group.length - 1}
                  press={() => move(group, at, 1)}
                />
              </li>
            );
          })}
        </ul>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => set(null)} data-nf-arrange-reset>
        {t('arrange.reset')}
      </Button>
    </div>
  );
}

/** The blocks with one of them moved by so many places. */
function moved(group: readonly PlacedBlock[], at: number, by: number): readonly PlacedBlock[] {
  const block = group[at];
  if (block === undefined) return group;
  const others = group.filter((one) => one !== block);
  return [...others.slice(0, at + by), block, ...others.slice(at + by)];
}
