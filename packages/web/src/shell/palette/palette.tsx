import { Modal } from '@mantine/core';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useMe, useModel } from '../../base/model/use-model.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './palette.module.css';
import { matching } from './matching.ts';
import { PaletteOptions } from './palette-options.tsx';
import { atFirst, recentRecords, recordsOf } from './record-commands.ts';
import { noteCommand, recentCommands } from './recent-commands.ts';
import { command, useAllCommands, type Command } from '../../kit/keyboard/commands.ts';
import { named } from '../../kit/dialogs/named.ts';
import { useBackCloses } from '../../kit/dialogs/use-back-closes.ts';
import { useFoundRecords, type Found } from '../../records/search/use-found-records.ts';

const RECORDS = 4;

/** The input keeps the focus and names the option that Enter would take (ARIA combobox with a list). */
const COMBOBOX = { role: 'combobox', 'aria-expanded': true, 'aria-autocomplete': 'list' } as const;

/** The palette: a combobox over commands and found records. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const me = useMe();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFoundRecords(typed, RECORDS);
  const options = useOptions(typed, found, texts);
  const chosen = Math.max(0, Math.min(at, options.length - 1));
  useBackCloses(true, onClose);
  const choose = (option: Command | undefined): void => {
    if (option === undefined || option.blocked !== null) return;
    noteCommand(me.id, option.id);
    onClose();
    // The dialog returns the focus first. The command may then move it.
    setTimeout(option.run);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) setAt((chosen + step + options.length) % options.length);
    else if (event.key === 'Enter') choose(options[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      centered={false}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      title={t('commands.palette')}
      {...named(t('commands.palette'))}
      classNames={{ header: 'nf-hidden' }}
    >
      <div className={classes['palette']} data-nf-palette>
        <input
          {...COMBOBOX}
          className={classes['input']}
          aria-label={t('commands.palette')}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={t('commands.placeholder')}
          autoComplete="off"
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <PaletteOptions id={id} options={options} chosen={chosen} onChoose={choose} onPoint={setAt} />
        <output className={classes['status']}>
          {found === null && t('commands.searching')}
          {found !== null && options.length === 0 && t('commands.nothing')}
        </output>
      </div>
    </Modal>
  );
}

function useOptions(typed: string, found: readonly Found[] | null, texts: Texts): readonly Command[] {
  const commands = useAllCommands();
  const model = useModel();
  const me = useMe();
  const navigate = useNavigate();
  return useMemo(() => {
    const go = (path: string): void => void navigate(path);
    const chosen = recentCommands(me.id);
    const offered = matching(commands, typed, chosen);
    if (typed.trim() === '') return atFirst(offered, chosen, recentRecords(me.id, model, texts, go));
    return [...offered, ...recordsOf(found ?? [], model, texts, go), searchAll(typed.trim(), texts, go)];
  }, [commands, typed, found, model, texts, me.id, navigate]);
}

function searchAll(typed: string, { t }: Texts, go: (path: string) => void): Command {
  return command({
    id: 'search.all',
    scope: 'everywhere',
    label: t('commands.search_all', { text: typed }),
    group: t('commands.records'),
    run: () => go(`/_/search?${new URLSearchParams({ q: typed }).toString()}`),
  });
}
