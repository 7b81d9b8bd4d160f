import type { Model } from '@ninefold/model';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** See `Conversation`. */
export const LateConversation = lateComponent(
  withLateTexts(async () => (await import('./conversation.tsx')).Conversation),
);

/** See `Unread`. */
export const LateUnread = lateComponent(withLateTexts(async () => (await import('./unread.tsx')).Unread));

/** See `FoundComments`. */
export const LateFoundComments = lateComponent(
  withLateTexts(async () => (await import('./found-comments.tsx')).FoundComments),
);

/** Whether the reader can meet comments anywhere. */
export function haveComments({ entities }: Pick<Model, 'entities'>): boolean {
  return Object.values(entities).some(({ comments }) => comments !== null);
}
