import type { NotificationAnswer, NotificationsAnswer } from '@ninefold/model';
import type { InboxEntry } from '../../../records/context/notifications.ts';
import { languageOf } from '../../service/language.ts';
import { parametersOf } from '../../service/query-text.ts';
import { callerRoute, type CallerCall, type Route } from '../../service/route.ts';
import { objectBody } from '../../steps/body.ts';

const ADDRESS = '/_/notifications';

async function list(call: CallerCall): Promise<NotificationsAnswer> {
  const { service, caller, request } = call;
  const { items, next } = await service.records.notifications.list(caller, parametersOf(request));
  const language = languageOf(service, request);
  return { items: items.map((entry) => answerOf(call, entry, language)), next };
}

function answerOf({ service }: CallerCall, entry: InboxEntry, language: string): NotificationAnswer {
  const { id, kind, at, times, readAt, isKnown, entity, value, byName, what, transition } = entry;
  const record = value === null ? null : titled(value.id, value.title);
  const text =
    isKnown && kind === 'told'
      ? service.notificationTexts.of(what, { entity, record: value }, { language, zone: null })
      : null;
  return {
    ...{ id, kind, at, times, read: readAt !== null, by: byName },
    about: isKnown ? { entity, record } : null,
    text,
    what: isKnown && kind !== 'told' ? what : null,
    transition: isKnown ? transition : null,
  };
}

function titled(id: string, title: string | undefined) {
  return title === undefined ? { id } : { id, title };
}

/** What people were told, and how they want to be told. */
export const NOTIFICATION_ROUTES: readonly Route[] = [
  callerRoute('GET', ADDRESS, list),
  callerRoute('GET', `${ADDRESS}/unread`, ({ service, caller }) => service.records.notifications.unread(caller)),
  callerRoute('POST', ADDRESS, ({ service, caller, request }) =>
    service.records.notifications.mark(caller, objectBody(request)),
  ),
  callerRoute('GET', `${ADDRESS}/choices`, ({ service, caller }) => service.records.notifications.choices(caller)),
  callerRoute('POST', `${ADDRESS}/choices`, ({ service, caller, request }) =>
    service.records.notifications.choose(caller, objectBody(request)),
  ),
  callerRoute('POST', `${ADDRESS}/time-zone`, ({ service, caller, request }) =>
    service.records.notifications.chooseZone(caller, objectBody(request)),
  ),
];
