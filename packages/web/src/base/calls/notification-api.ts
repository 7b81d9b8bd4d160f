import type { UnreadNotificationsAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

const notificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotifications: build.query<UnreadNotificationsAnswer, undefined>({
      query: () => '/_/notifications/unread',
      providesTags: ['notification'],
    }),
  }),
});

export const { useUnreadNotificationsQuery } = notificationApi;
