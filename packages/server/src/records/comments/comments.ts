import type { Comments } from '../context/comments.ts';
import { performing, type RecordServices } from '../services/write-context.ts';
import { followConversation, conversationAnswer } from './followers.ts';
import { findComments, unreadConversations } from './found-comments.ts';
import { mentionable } from './mentionable.ts';
import { listComments, wholeComment } from './read-comments.ts';
import { visibleComments } from './visible-comments.ts';
import { commentCreation, commentEdit, commentTakenBack } from './write-comments.ts';

/** The calls on the conversation of records; each holds to the caller's rights. */
export function createComments(services: RecordServices): Comments {
  const create = performing(services, commentCreation);
  const edit = performing(services, commentEdit);
  const takeBack = performing(services, commentTakenBack);
  return {
    list: (caller, of, params) => listComments(services, caller, of, params),
    get: (caller, of) => wholeComment(services, caller, of),
    create: (caller, of, body, options) => create(caller, { ...of, body, options }),
    edit: (caller, of, body, options) => edit(caller, { ...of, body, options }),
    takeBack: async (caller, of, options) => {
      await takeBack(caller, { ...of, options });
    },
    mentionable: (caller, of, search) => mentionable(services, caller, of, search),
    conversation: (caller, of) => conversationAnswer(services, caller, of),
    follow: (caller, of, body) => followConversation(services, caller, of, body),
    find: (caller, search) => findComments(services, caller, search),
    unread: (caller) => unreadConversations(services, caller),
    visible: (changes) => visibleComments(services, changes),
  };
}
