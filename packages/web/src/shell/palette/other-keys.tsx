import type { ReactNode } from 'react';
import type { Command, CommandScope } from '../../kit/keyboard/commands.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { ShellText } from '../../base/texts/make-texts.ts';
import { KeyRows } from './key-rows.tsx';
import classes from './palette.module.css';

interface Known {
  readonly keys: readonly string[];
  readonly text: Parameters<ShellText>[0];
  /** They act wherever the scope is, and are no commands. */
  readonly always: boolean;
}

const known = (text: Known['text'], ...keys: readonly string[]): Known => ({ text, keys, always: false });
const always = (text: Known['text'], ...keys: readonly string[]): Known => ({ text, keys, always: true });

/** Every key that some page has, by where it acts. */
const KNOWN: Readonly<Record<CommandScope, readonly Known[]>> = {
  record: [
    known('record.edit', 'e'),
    known('rail.forward', 's'),
    known('transition.group', 'm'),
    known('shortcuts.person', 'a'),
    known('shortcuts.choice', 'p'),
    known('shortcuts.date', 'd'),
    known('conversation.write', 'n'),
    known('history.title', 'h'),
    known('record.previous', '['),
    known('record.next', ']'),
  ],
  form: [known('form.save', 'mod+s', 'mod+enter'), always('form.cancel', 'escape')],
  list: [
    known('commands.next_row', 'j', 'arrowdown'),
    known('commands.previous_row', 'k', 'arrowup'),
    always('shortcuts.open', 'enter'),
    known('peek.show', ' '),
    known('shortcuts.steps', 'm'),
    known('commands.select_row', 'x'),
    always('shortcuts.range', 'shift+arrowdown', 'shift+arrowup'),
    known('list.search', '/'),
    known('shortcuts.create', 'c'),
    known('cells.change', 'f2'),
    known('cells.next_cell', 'arrowright'),
    known('cells.previous_cell', 'arrowleft'),
  ],
  everywhere: [
    always('commands.palette', 'mod+k'),
    always('commands.keys', '?'),
    always('undo.button', 'mod+z'),
    always('shortcuts.close', 'escape'),
    always('shortcuts.toasts', 'f6'),
  ],
};

/** The keys of a scope beside those of these commands: `here` those that act on this page all the same, else the others. */
function others(scope: CommandScope, commands: readonly Command[], here: boolean): readonly Known[] {
  const own = commands.filter((each) => each.scope === scope);
  const taken = new Set(own.flatMap(({ keys }) => keys));
  const isHere = (each: Known): boolean => own.length > 0 && each.always;
  return KNOWN[scope].filter((each) => isHere(each) === here && !each.keys.some((key) => taken.has(key)));
}

interface OtherKeysProps {
  readonly commands: readonly Command[];
}

/** The keys of a scope that act on this page and are no commands. */
export function KeysToo({ scope, commands }: OtherKeysProps & { readonly scope: CommandScope }): ReactNode {
  const { t } = useTexts();
  return others(scope, commands, true).map(({ text, keys }) => <KeyRows key={text} label={t(text)} keys={keys} />);
}

const ELSEWHERE = ['record', 'list', 'form'] as const;

/** The keys that act on other pages, or here only where the reader may do more. */
export function OtherKeys({ commands }: OtherKeysProps) {
  const { t } = useTexts();
  const groups = ELSEWHERE.map((scope) => ({ scope, rest: others(scope, commands, false) })).filter(
    ({ rest }) => rest.length > 0,
  );
  return groups.map(({ scope, rest }) => (
    <section
      key={scope}
      className={classes['scope']}
      aria-labelledby={`nf-other-keys-${scope}`}
      data-nf-keys-of={scope}
    >
      <h3 id={`nf-other-keys-${scope}`}>{t(`shortcuts.scope.${scope}`)}</h3>
      <dl>
        {rest.map(({ text, keys }) => (
          <KeyRows key={text} label={t(text)} keys={keys} />
        ))}
      </dl>
    </section>
  ));
}
