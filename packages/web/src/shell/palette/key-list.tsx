import { Checkbox } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './palette.module.css';
import { switchKeys, useKeysOn } from '../../kit/keyboard/key-switch.ts';
import { useAllCommands, type CommandScope } from '../../kit/keyboard/commands.ts';
import { KeyRows } from './key-rows.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

const KeysToo = lateComponent(withLateTexts(async () => (await import('./other-keys.tsx')).KeysToo));
const OtherKeys = lateComponent(withLateTexts(async () => (await import('./other-keys.tsx')).OtherKeys));

const SCOPES: readonly CommandScope[] = ['record', 'form', 'list', 'everywhere'];

/** Every key: first those that act on this page, then those of other pages; and the switch that turns single keys off. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const me = useMe();
  const on = useKeysOn(me.id);
  const commands = useAllCommands().filter(({ keys }) => keys.length > 0);
  return (
    <Dialog opened onClose={onClose} title={t('commands.keys')} size="lg">
      <Checkbox
        checked={on}
        onChange={(event) => switchKeys(me.id, event.currentTarget.checked)}
        label={t('commands.single_keys')}
        description={t('commands.single_keys_hint')}
        data-nf-keys-switch
      />
      {SCOPES.map((scope) => {
        const own = commands.filter((each) => each.scope === scope);
        return own.length === 0 ? null : (
          <section key={scope} className={classes['scope']} aria-labelledby={`nf-keys-${scope}`}>
            <h3 id={`nf-keys-${scope}`}>{t(`commands.scope.${scope}`)}</h3>
            <dl>
              {[...Map.groupBy(own, ({ id }) => id)].map(([id, same]) => (
                <KeyRows key={id} label={same[0]?.label ?? ''} keys={same.flatMap(({ keys }) => keys)} />
              ))}
              <KeysToo scope={scope} commands={commands} />
            </dl>
          </section>
        );
      })}
      <OtherKeys commands={commands} />
    </Dialog>
  );
}
