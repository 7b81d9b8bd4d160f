import type { Event } from './history.ts';
import type { Person } from './people.ts';
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

/** One remark: whose it is, whether only the desk reads it, and what it says; `{{colleague}}` is somebody of the same team. */
interface Remark {
  readonly by: 'agent' | 'requester';
  readonly internal?: true;
  readonly text: string;
}

/** What people say about a request while somebody works on it. */
const CONVERSATIONS: Readonly<Record<Language, readonly (readonly Remark[])[]>> = {
  en: [
    [
      { by: 'agent', text: 'I am on it and will tell you today **before five** how far I got.' },
      { by: 'requester', text: 'Thank you! I am at my desk until four.' },
      { by: 'agent', internal: true, text: 'Called back, nobody answered. I will try again after lunch.' },
    ],
    [
      { by: 'requester', text: 'One more thing: it also concerns the people in the room next to mine.' },
      { by: 'agent', text: 'Good to know, that changes where I look. Are all of you on the same floor?' },
      { by: 'requester', text: 'Yes, third floor, the whole east side.' },
    ],
    [
      {
        by: 'agent',
        internal: true,
        text: '@{{colleague}} did you not have the same case last week? What was it in the end?',
      },
      { by: 'agent', text: 'I have asked the supplier. They usually answer within two working days.' },
    ],
  ],
  ja: [
    [
      { by: 'agent', text: 'ご連絡ありがとうございます。**本日17時まで**に状況をお知らせします。' },
      { by: 'requester', text: 'ありがとうございます。16時までは席におります。' },
      { by: 'agent', internal: true, text: '折り返し電話したが不在。午後にもう一度連絡する。' },
    ],
    [
      { by: 'requester', text: '追記です。隣の部屋の方も同じ状況だそうです。' },
      { by: 'agent', text: '助かります。原因の見当がつきました。皆さん同じ階でしょうか。' },
      { by: 'requester', text: 'はい、3階の東側です。' },
    ],
    [
      {
        by: 'agent',
        internal: true,
        text: '@{{colleague}} 先週も同じ件がありませんでしたか。最終的な原因を教えてください。',
      },
      { by: 'agent', text: '業者に問い合わせました。通常は2営業日以内に回答があります。' },
    ],
  ],
};

/** Only requests that are younger are talked about, in minutes. */
const TALKED_ABOUT = 45 * 1440;
const EVERY = 3;

/** The history of requests with what people said about some of those that somebody has taken, in the order of the records. */
export function withTalk(events: readonly Event[], people: readonly Person[]): readonly Event[] {
  const byRecord = [...Map.groupBy(events, ({ record }) => record).values()];
  return byRecord.flatMap((own, index) => (index % EVERY === 0 ? talkedAbout(own, people, index / EVERY) : own));
}

function talkedAbout(own: readonly Event[], people: readonly Person[], index: number): readonly Event[] {
  const at = own.findIndex(({ transition }) => transition === 'take');
  const [made, taken] = [own[0], own[at]];
  const person = (email: string | undefined) => people.find((one) => one.email === email);
  const [requester, agent] = [person(made?.by), person(taken?.by)];
  if (taken === undefined || requester === undefined || agent === undefined || taken.minutes > TALKED_ABOUT) return own;
  const scripts = CONVERSATIONS[requester.language];
  const remarks = scripts[index % scripts.length] ?? [];
  const others = people.filter((one) => one.team === agent.team && one !== agent && one !== requester);
  const colleague = others.find((one) => one.language === requester.language) ?? others[0];
  const next = own[at + 1]?.minutes ?? 0;
  const pause = Math.floor((taken.minutes - next) / (remarks.length + 1));
  if (pause < 2) return own;
  const said = remarks.map(({ by, internal, text }, position): Event => {
    const isAsked = text.includes('{{colleague}}') && colleague !== undefined;
    return {
      record: taken.record,
      minutes: taken.minutes - pause * (position + 1),
      by: by === 'agent' ? agent.email : requester.email,
      kind: 'comment',
      input: {
        text: text.replace('{{colleague}}', colleague?.name ?? ''),
        ...(internal === true ? { internal } : {}),
        ...(isAsked ? { mentions: [colleague.email] } : {}),
      },
    };
  });
  return [...own.slice(0, at + 1), ...said, ...own.slice(at + 1)];
}
