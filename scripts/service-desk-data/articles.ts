import type { CsvRow } from './csv.ts';
import { day, moment } from './moment.ts';

type Draft = readonly [
  category: string,
  author: string,
  checked: number,
  published: boolean,
  headline: string,
  body: string,
];

const COMPUTERS = 'Computers / PC・周辺機器';
const ACCESS = 'Accounts & access / アカウント・権限';
const NETWORK = 'Network & phone / ネットワーク・電話';
const SOFTWARE = 'Software & licences / ソフト・ライセンス';
const ROOMS = 'Rooms & furniture / 会議室・什器';
const BADGES = 'Keys & badges / 鍵・入館証';
const TRAVEL = 'Travel & vehicles / 出張・社用車';
const EXPENSES = 'Expenses / 経費精算';
const LEAVE = 'Pay & leave / 給与・休暇';
const BUYING = 'Purchasing / 購買';

const ENGLISH: readonly Draft[] = [
  [
    NETWORK,
    'samir',
    40,
    true,
    'Working from home: setting up the VPN',
    '1. Start **Gatekeeper** from the software centre.\n2. Choose the gateway nearest to you.\n3. Sign in and confirm on your phone.\n\nIf the connection drops every few minutes, switch the gateway once before you write to us. In most cases that is enough.',
  ],
  [
    ACCESS,
    'alan',
    75,
    true,
    'A new phone: keep your second factor',
    'Before you hand in the old phone, open the sign-in app there and choose **Move to another device**. Too late? Come to the IT desk with your badge; it takes five minutes.\n\nWe never do this by mail or on the phone.',
  ],
  [
    ACCESS,
    'ingrid',
    120,
    true,
    'How to ask for access to a folder',
    'Tell us three things: the folder, whether you need to read or to write, and who owns it. **Ask the owner first** and say so in the request. Access you no longer need should be given back the same way.',
  ],
  [
    COMPUTERS,
    'alan',
    20,
    true,
    'What to try when your laptop is slow',
    '- Restart it. Closing the lid is not a restart.\n- Look at which program uses the processor (Ctrl + Shift + Esc).\n- Check that at least 10 GB of the disk are free.\n\nStill slow? Send us a request with the tag of the laptop and the program you were using.',
  ],
  [
    COMPUTERS,
    'ingrid',
    400,
    true,
    'Connecting a second monitor',
    'Use the USB-C cable of the dock; it carries power and picture. Press **Windows + P** to choose how the picture is spread. If the monitor flickers, try the other port of the dock first.',
  ],
  [
    SOFTWARE,
    'samir',
    55,
    true,
    'Which software is already paid for',
    'The software centre lists everything we have a contract for. Anything there can be installed without asking. For everything else, choose **Software & licences** and name a cost you expect; the licence is charged to your department.',
  ],
  [
    ROOMS,
    'tomasz',
    33,
    true,
    'Meeting rooms and what is in them',
    '| Room | People | Screen | Camera |\n| --- | --- | --- | --- |\n| Elbe | 14 | yes | yes |\n| Fuji | 8 | yes | yes |\n| B 2.14 | 6 | yes | no |\n| A 1.02 | 4 | no | no |\n\nPlease leave the room as you would like to find it.',
  ],
  [
    BADGES,
    'bruno',
    90,
    true,
    'You have lost your badge',
    'Tell us at once, even at night: a request with the category **Keys & badges** is enough, and we block the badge. The new one is at the reception the next morning. If the old one turns up, hand it in.',
  ],
  [
    TRAVEL,
    'bruno',
    15,
    true,
    'Using the pool cars',
    'Borrow the car under **Borrow something**, like any other item. You need a licence that we have checked this year. Return it with at least half a tank or battery, and note the kilometres in the log.',
  ],
  [
    EXPENSES,
    'oliver',
    60,
    true,
    'Receipts: what counts and what does not',
    'A photo is enough if the date, the amount and the tax rate can be read. A card statement is enough up to 25 euros. Hand expenses in **within three months**; after that we may not pay them.',
  ],
  [
    BUYING,
    'oliver',
    200,
    true,
    'How to buy something',
    'Below 1,000 euros, write a request and you are done. Above that, talk to your manager first: you will be asked to confirm that you have. For more than 5,000 euros we need two offers.',
  ],
  [
    LEAVE,
    'paula',
    10,
    false,
    'Parental leave, step by step',
    'Draft. To be checked with the tax adviser before we publish it.\n\n1. Tell your manager when you are ready to.\n2. Hand in the form seven weeks before.',
  ],
];

const JAPANESE: readonly Draft[] = [
  [
    NETWORK,
    'akira',
    35,
    true,
    '在宅勤務時のVPN接続手順',
    '1. ソフトウェアセンターから **Gatekeeper** を起動します。\n2. 現在地に最も近いゲートウェイを選択します。\n3. サインインし、スマートフォンで承認します。\n\n頻繁に切断される場合は、依頼の前にゲートウェイを一度切り替えてみてください。多くの場合はこれで改善します。',
  ],
  [
    ACCESS,
    'akira',
    80,
    true,
    '機種変更時の二段階認証の引き継ぎ',
    '旧端末を手放す前に、認証アプリで**別の端末に移行**を選択してください。移行前に手放してしまった場合は、入館証を持ってIT窓口にお越しください。5分ほどで再登録できます。\n\nメールや電話での再登録は行っていません。',
  ],
  [
    COMPUTERS,
    'akira',
    25,
    true,
    'PCの動作が遅いときに試すこと',
    '- 再起動する（ふたを閉じるだけでは再起動になりません）。\n- Ctrl + Shift + Esc で負荷の高いアプリを確認する。\n- ディスクの空き容量が10GB以上あることを確認する。\n\n改善しない場合は、管理番号と使用していたアプリを添えて依頼してください。',
  ],
  [
    ROOMS,
    'naomi',
    50,
    true,
    '会議室の設備一覧',
    '| 会議室 | 定員 | 画面 | カメラ |\n| --- | --- | --- | --- |\n| Elbe | 14 | あり | あり |\n| Fuji | 8 | あり | あり |\n| B 2.14 | 6 | あり | なし |\n| A 1.02 | 4 | なし | なし |\n\n使用後は机と椅子を元の位置に戻してください。',
  ],
  [
    BADGES,
    'naomi',
    95,
    true,
    '入館証をなくしたとき',
    '夜間でもすぐに「鍵・入館証」のカテゴリーで依頼してください。受け付け次第、入館証を無効にします。新しい入館証は翌朝、受付でお渡しします。古いものが見つかったら返却してください。',
  ],
  [
    TRAVEL,
    'naomi',
    380,
    true,
    '出張手配の流れ',
    '1. 行き先、日程、人数を書いて依頼します。\n2. 担当者が候補をお送りします。\n3. 確定後、乗車券と宿の情報をメールでお届けします。\n\n5時間以内で移動できる場合は鉄道を優先しています。',
  ],
  [
    EXPENSES,
    'kenji',
    45,
    true,
    '経費精算の締め切りと領収書',
    '領収書は、日付・金額・税率が読み取れれば写真でも構いません。25ユーロまではカード明細でも精算できます。**3か月以内**に申請してください。期限を過ぎるとお支払いできないことがあります。',
  ],
  [
    BUYING,
    'kenji',
    5,
    false,
    '購買依頼の金額区分',
    '下書き。来月の規程改定後に公開予定。\n\n1,000ユーロを超える場合は、事前に上司の了承を得てください。',
  ],
];

function row([category, author, checked, published, headline, body]: Draft, language: string): CsvRow {
  return {
    headline,
    category,
    language,
    body,
    author: `${author}@example.test`,
    checked_on: day(checked),
    published: String(published),
    created_at: moment(checked * 1440),
  };
}

export const ARTICLE_COLUMNS = [
  'headline',
  'category',
  'language',
  'body',
  'author',
  'checked_on',
  'published',
  'created_at',
];

/** Twenty articles in both languages, two of them drafts. */
export function articles(): readonly CsvRow[] {
  return [...ENGLISH.map((one) => row(one, 'english')), ...JAPANESE.map((one) => row(one, 'japanese'))];
}
