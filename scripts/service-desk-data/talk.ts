import type { Language } from './plan.ts';

/** What agents ask back, and what people answer: whatever the request is about. */
export const QUESTIONS: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['When would be a good time to come by?', 'Any day before ten, or after three.'],
    ['Which cost centre shall we use?', 'The one of our department, please.'],
    ['By when do you need it at the latest?', 'By the end of next week.'],
    ['Has your manager agreed?', 'Yes, we spoke about it this morning.'],
  ],
  ja: [
    ['伺うのに都合のよい時間帯を教えてください。', '10時前か、15時以降であればいつでも大丈夫です。'],
    ['費用はどの部署に計上しますか。', '所属部署でお願いします。'],
    ['遅くともいつまでに必要ですか。', '来週末までにお願いします。'],
    ['上司の方の了承は得ていますか。', 'はい、今朝話して了承をもらいました。'],
  ],
};

/** The same for requests about machines. */
export const MACHINE_QUESTIONS: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['Does it happen to your colleagues too, or only to you?', 'Only to me. I have asked around.'],
    [
      'Could you send a photo or tell us exactly what the message says?',
      'It says “not allowed at this time”. The photo is blurred, sorry.',
    ],
    ['Does this still exist after a restart?', 'Yes, I have restarted twice.'],
  ],
  ja: [
    ['ほかの方にも同じ現象が起きていますか。', '私だけのようです。周囲にも確認しました。'],
    ['表示されたメッセージを正確に教えていただけますか。', '「現在この操作は許可されていません」と表示されます。'],
    ['再起動後も同じ状態ですか。', 'はい、2回再起動しましたが変わりません。'],
  ],
};

export const HAND_OVER_NOTES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'This one is for you: the cause is not on our side. Everything we know is in the details.',
    'Talked to the requester; they know that you take over.',
  ],
  ja: ['原因は当チームの担当外でした。経緯は内容欄のとおりです。', '依頼者には引き継ぐことを連絡済みです。'],
};

export const REOPEN_REASONS: Readonly<Record<Language, readonly string[]>> = {
  en: ['It came back this morning.', 'Works for me now, but not for my colleague at the same desk.'],
  ja: ['今朝また同じ状態になりました。', '私は解消しましたが、同じ席の同僚はまだ使えません。'],
};

export const WITHDRAW_REASONS: Readonly<Record<Language, readonly string[]>> = {
  en: ['It works again, I do not know why.', 'No longer needed.', 'Sent twice by mistake.'],
  ja: ['自然に直りました。', '不要になりました。', '誤って二重に依頼しました。'],
};

export const DECLINE_REASONS: Readonly<Record<Language, string>> = {
  en: 'The budget of this year is spent. Please ask again in January.',
  ja: '今年度の予算を使い切りました。来年度に改めて申請してください。',
};

export const INTERNAL_NOTES: readonly string[] = [
  'Third case of this kind this month; check the whole series.',
  'Spare part is in the store, shelf 4.',
  'Supplier promised a call back.',
  '同じ型の機器で先月も発生。次回は一括で確認する。',
  '在庫は残り1台。来週発注予定。',
];

export const CLOSINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['', '', '', '\n\nThanks!', '\n\nThank you in advance.', '\n\nI am at my desk until four.', '\n\nNo hurry.'],
  ja: [
    '',
    '',
    '',
    '\n\nよろしくお願いします。',
    '\n\nお手数をおかけしますが、よろしくお願いいたします。',
    '\n\n本日は16時まで在席しています。',
  ],
};
