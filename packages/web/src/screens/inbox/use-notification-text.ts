import type { NotificationAnswer, NotificationKind } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

type Said = (one: NotificationAnswer, name: string | null) => readonly [key: string, values?: Record<string, string>];

/** What a notification says, in the words of the reader. */
export function useNotificationText(): (one: NotificationAnswer) => string {
  const { t, transition } = useTexts();
  const named = (key: string, name: string | null, values = {}): readonly [string, Record<string, string>?] =>
    name === null ? [key, values] : [`${key}_by`, { ...values, name }];
  const step = (one: NotificationAnswer): Record<string, string> => ({
    step: transition(one.about?.entity ?? '', one.transition ?? one.what ?? ''),
  });
  const said: Readonly<Record<NotificationKind, Said>> = {
    told: (_, name) => named('told', name),
    mention: (_, name) => named('mention', name),
    comment: (_, name) => named('comment', name),
    approval: (one) => ['approval', step(one)],
    escalation: (one) => ['escalation', step(one)],
    followed: (one, name) =>
      one.transition === null
        ? named(one.what === 'comment' ? 'comment' : 'change', name)
        : named('fired', name, step(one)),
    stuck: () => ['stuck'],
  };
  return (one) => {
    if (one.text !== null) return one.text;
    if (one.about === null) return t('inbox.gone');
    const [key, values] = said[one.kind](one, one.by?.title ?? null);
    return t(`inbox.${key}`, values);
  };
}
