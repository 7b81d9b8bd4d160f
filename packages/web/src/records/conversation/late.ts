import { lazy } from 'react';
import type { Model } from '@ninefold/model';
import { loadLateTexts } from '../../base/texts/i18n.ts';
import { lateCode } from '../../kit/dialogs/late-code.ts';

/** The code and the texts of conversations come when the first of these is shown. */
function withTexts<T>(load: () => Promise<T>): Promise<T> {
  return lateCode(async () => (await Promise.all([load(), loadLateTexts()]))[0]);
}

/** See `Conversation`. */
export const LateConversation = lazy(async () => ({
  default: (await withTexts(() => import('./conversation.tsx'))).Conversation,
}));

/** See `Unread`. */
export const LateUnread = lazy(async () => ({ default: (await withTexts(() => import('./unread.tsx'))).Unread }));

/** See `FoundComments`. */
export const LateFoundComments = lazy(async () => ({
  default: (await withTexts(() => import('./found-comments.tsx'))).FoundComments,
}));

/** Whether the reader can meet comments anywhere. */
export function haveComments({ entities }: Pick<Model, 'entities'>): boolean {
  return Object.values(entities).some(({ comments }) => comments !== null);
}
