import type { MailZone, NotificationChoice, NotificationChoicesAnswer, StopAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const inboxApi = api.enhanceEndpoints({ addTagTypes: ['notification choice'] }).injectEndpoints({
  endpoints: (build) => ({
    notificationChoices: build.query<NotificationChoicesAnswer, undefined>({
      query: () => '/_/notifications/choices',
      providesTags: ['notification choice'],
    }),
    stopLink: build.query<StopAnswer, string>({ query: (token) => `/_/stop/${encodeURIComponent(token)}` }),
    stopMail: build.mutation<StopAnswer, string>({
      query: (token) => ({ url: `/_/stop/${encodeURIComponent(token)}`, method: 'POST' }),
      invalidatesTags: ['notification choice'],
    }),
    chooseNotifications: build.mutation<NotificationChoicesAnswer, NotificationChoice>({
      query: (body) => ({ url: '/_/notifications/choices', method: 'POST', body }),
      invalidatesTags: ['notification choice'],
    }),
    chooseMailZone: build.mutation<NotificationChoicesAnswer, MailZone>({
      query: (body) => ({ url: '/_/notifications/time-zone', method: 'POST', body }),
      invalidatesTags: ['notification choice'],
    }),
  }),
});

export const {
  useNotificationChoicesQuery,
  useChooseNotificationsMutation,
  useChooseMailZoneMutation,
  useStopLinkQuery,
  useStopMailMutation,
} = inboxApi;
