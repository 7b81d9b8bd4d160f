import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './palette.module.css';
import type { Command } from '../../kit/keyboard/commands.ts';
import { ShownKeys } from './shown-keys.tsx';

interface PaletteOptionsProps {
  /** Ids of the list and its options begin with it. */
  readonly id: string;
  readonly options: readonly Command[];
  readonly chosen: number;
  readonly onChoose: (option: Command) => void;
  readonly onPoint: (index: number) => void;
}

const LISTBOX = { role: 'listbox' } as const;
const OPTION = { role: 'option' } as const;

/** The list of the palette. The focus stays in the input, which handles the keys. A blocked command shows its reason. */
export function PaletteOptions({ id, options, chosen, onChoose, onPoint }: PaletteOptionsProps) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, options]);
  return (
    <div ref={list} {...LISTBOX} id={`${id}-list`} aria-label={t('commands.list')} className={classes['options']}>
      {options.map((option, index) => (
        <Box
          key={`${option.id} ${index}`}
          {...OPTION}
          id={`${id}-${index}`}
          aria-selected={index === chosen}
          aria-disabled={option.blocked !== null || undefined}
          className={classes['option']}
          onClick={() => onChoose(option)}
          onMouseMove={() => index !== chosen && onPoint(index)}
          data-nf-command={option.id}
        >
          <span className={classes['name']}>
            <bdi>{option.label}</bdi>
            {option.detail !== undefined && <span className={classes['why']}>{option.detail}</span>}
            {option.blocked !== null && <span className={classes['why']}>{option.blocked}</span>}
          </span>
          <span className={classes['group']}>{option.group}</span>
          {option.keys[0] !== undefined && <ShownKeys keys={option.keys[0]} />}
        </Box>
      ))}
    </div>
  );
}
