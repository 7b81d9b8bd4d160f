import type { NotificationsAnswer, NotificationsBody, UnreadNotificationsAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

const notificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotifications: build.query<UnreadNotificationsAnswer, undefined>({
      query: () => '/_/notifications/unread',
      providesTags: ['notification'],
    }),
    notifications: build.query<NotificationsAnswer, string>({
      query: (query) => `/_/notifications${query === '' ? '' : `?${query}`}`,
      providesTags: ['notification', 'home'],
      keepUnusedDataFor: 0,
    }),
    markNotifications: build.mutation<UnreadNotificationsAnswer, NotificationsBody>({
      query: (body) => ({ url: '/_/notifications', method: 'POST', body }),
      invalidatesTags: ['notification'],
    }),
  }),
});

export const { useUnreadNotificationsQuery, useNotificationsQuery, useMarkNotificationsMutation } = notificationApi;
