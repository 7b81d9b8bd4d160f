import type { CsvRow } from './csv.ts';
import { day, moment } from './moment.ts';

interface Text {
  readonly headline: string;
  readonly body: string;
}

interface Draft {
  readonly category: string;
  readonly author: string;
  /** Days since somebody has looked at it. */
  readonly checked: number;
  readonly published: boolean;
  readonly en: Text;
  /** Null: nobody has translated it. */
  readonly ja: Text | null;
}

const COMPUTERS = 'Computers';
const ACCESS = 'Accounts & access';
const NETWORK = 'Network & phone';
const SOFTWARE = 'Software & licences';
const ROOMS = 'Rooms & furniture';
const BADGES = 'Keys & badges';
const TRAVEL = 'Travel & vehicles';
const EXPENSES = 'Expenses';
const LEAVE = 'Pay & leave';
const BUYING = 'Purchasing';

const DRAFTS: readonly Draft[] = [
  {
    category: NETWORK,
    author: 'samir',
    checked: 40,
    published: true,
    en: {
      headline: 'Working from home: setting up the VPN',
      body: '1. Start **Gatekeeper** from the software centre.\n2. Choose the gateway nearest to you.\n3. Sign in and confirm on your phone.\n\nIf the connection drops every few minutes, switch the gateway once before you write to us. In most cases that is enough.',
    },
    ja: {
      headline: '在宅勤務時のVPN接続手順',
      body: '1. ソフトウェアセンターから **Gatekeeper** を起動します。\n2. 現在地に最も近いゲートウェイを選択します。\n3. サインインし、スマートフォンで承認します。\n\n頻繁に切断される場合は、依頼の前にゲートウェイを一度切り替えてみてください。多くの場合はこれで改善します。',
    },
  },
  {
    category: ACCESS,
    author: 'alan',
    checked: 75,
    published: true,
    en: {
      headline: 'A new phone: keep your second factor',
      body: 'Before you hand in the old phone, open the sign-in app there and choose **Move to another device**. Too late? Come to the IT desk with your badge; it takes five minutes.\n\nWe never do this by mail or on the phone.',
    },
    ja: {
      headline: '機種変更時の二段階認証の引き継ぎ',
      body: '旧端末を手放す前に、認証アプリで**別の端末に移行**を選択してください。移行前に手放してしまった場合は、入館証を持ってIT窓口にお越しください。5分ほどで再登録できます。\n\nメールや電話での再登録は行っていません。',
    },
  },
  {
    category: ACCESS,
    author: 'ingrid',
    checked: 120,
    published: true,
    en: {
      headline: 'How to ask for access to a folder',
      body: 'Tell us three things: the folder, whether you need to read or to write, and who owns it. **Ask the owner first** and say so in the request. Access you no longer need should be given back the same way.',
    },
    ja: {
      headline: 'フォルダーへのアクセス権の申請方法',
      body: '対象のフォルダー、必要な権限（読み取りまたは書き込み）、管理者の3点を書いてください。**先に管理者の了承を得て**、その旨を依頼に記入します。不要になったアクセス権も同じ方法で返却してください。',
    },
  },
  {
    category: COMPUTERS,
    author: 'alan',
    checked: 20,
    published: true,
    en: {
      headline: 'What to try when your laptop is slow',
      body: '- Restart it. Closing the lid is not a restart.\n- Look at which program uses the processor (Ctrl + Shift + Esc).\n- Check that at least 10 GB of the disk are free.\n\nStill slow? Send us a request with the tag of the laptop and the program you were using.',
    },
    ja: {
      headline: 'PCの動作が遅いときに試すこと',
      body: '- 再起動する（ふたを閉じるだけでは再起動になりません）。\n- Ctrl + Shift + Esc で負荷の高いアプリを確認する。\n- ディスクの空き容量が10GB以上あることを確認する。\n\n改善しない場合は、管理番号と使用していたアプリを添えて依頼してください。',
    },
  },
  {
    category: COMPUTERS,
    author: 'ingrid',
    checked: 400,
    published: true,
    en: {
      headline: 'Connecting a second monitor',
      body: 'Use the USB-C cable of the dock; it carries power and picture. Press **Windows + P** to choose how the picture is spread. If the monitor flickers, try the other port of the dock first.',
    },
    ja: {
      headline: '2台目のモニターの接続',
      body: 'ドックのUSB-Cケーブルを使用します。電源と映像の両方に対応しています。表示方法は **Windows + P** で選択します。画面がちらつく場合は、まずドックの別の端子に差し替えてください。',
    },
  },
  {
    category: SOFTWARE,
    author: 'samir',
    checked: 55,
    published: true,
    en: {
      headline: 'Which software is already paid for',
      body: 'The software centre lists everything we have a contract for. Anything there can be installed without asking. For everything else, choose **Software & licences** and name a cost you expect; the licence is charged to your department.',
    },
    ja: {
      headline: '契約済みのソフトウェア',
      body: '契約済みのソフトウェアはソフトウェアセンターに一覧があり、申請なしでインストールできます。それ以外は「**ソフト・ライセンス**」を選択し、見込み金額を記入してください。ライセンス費用は所属部署の負担です。',
    },
  },
  {
    category: ROOMS,
    author: 'tomasz',
    checked: 33,
    published: true,
    en: {
      headline: 'Meeting rooms and what is in them',
      body: '| Room | People | Screen | Camera |\n| --- | --- | --- | --- |\n| Elbe | 14 | yes | yes |\n| Fuji | 8 | yes | yes |\n| B 2.14 | 6 | yes | no |\n| A 1.02 | 4 | no | no |\n\nPlease leave the room as you would like to find it.',
    },
    ja: {
      headline: '会議室の設備一覧',
      body: '| 会議室 | 定員 | 画面 | カメラ |\n| --- | --- | --- | --- |\n| Elbe | 14 | あり | あり |\n| Fuji | 8 | あり | あり |\n| B 2.14 | 6 | あり | なし |\n| A 1.02 | 4 | なし | なし |\n\n使用後は机と椅子を元の位置に戻してください。',
    },
  },
  {
    category: BADGES,
    author: 'bruno',
    checked: 90,
    published: true,
    en: {
      headline: 'You have lost your badge',
      body: 'Tell us at once, even at night: a request with the category **Keys & badges** is enough, and we block the badge. The new one is at the reception the next morning. If the old one turns up, hand it in.',
    },
    ja: {
      headline: '入館証をなくしたとき',
      body: '夜間でもすぐに「鍵・入館証」のカテゴリーで依頼してください。受け付け次第、入館証を無効にします。新しい入館証は翌朝、受付でお渡しします。古いものが見つかったら返却してください。',
    },
  },
  {
    category: TRAVEL,
    author: 'bruno',
    checked: 15,
    published: true,
    en: {
      headline: 'Using the pool cars',
      body: 'Borrow the car under **Borrow something**, like any other item. You need a licence that we have checked this year. Return it with at least half a tank or battery, and note the kilometres in the log.',
    },
    ja: {
      headline: '社用車の利用',
      body: '社用車は、ほかの備品と同じく「**備品を借りる**」から予約します。今年確認済みの運転免許証が必要です。返却時は燃料または電池を半分以上残し、走行距離を記録してください。',
    },
  },
  {
    category: EXPENSES,
    author: 'oliver',
    checked: 60,
    published: true,
    en: {
      headline: 'Receipts: what counts and what does not',
      body: 'A photo is enough if the date, the amount and the tax rate can be read. A card statement is enough up to 25 euros. Hand expenses in **within three months**; after that we may not pay them.',
    },
    ja: {
      headline: '経費精算の締め切りと領収書',
      body: '領収書は、日付・金額・税率が読み取れれば写真でも構いません。25ユーロまではカード明細でも精算できます。**3か月以内**に申請してください。期限を過ぎるとお支払いできないことがあります。',
    },
  },
  {
    category: BUYING,
    author: 'oliver',
    checked: 200,
    published: true,
    en: {
      headline: 'How to buy something',
      body: 'Below 1,000 euros, write a request and you are done. Above that, talk to your manager first: you will be asked to confirm that you have. For more than 5,000 euros we need two offers.',
    },
    ja: {
      headline: '購買の進め方',
      body: '1,000ユーロ未満であれば、依頼だけで完了です。それを超える場合は、先に上司に相談してください。依頼の際に、相談済みであることの確認があります。5,000ユーロを超える場合は、2社の見積もりが必要です。',
    },
  },
  {
    category: LEAVE,
    author: 'paula',
    checked: 10,
    published: false,
    en: {
      headline: 'Parental leave, step by step',
      body: 'Draft. To be checked with the tax adviser before we publish it.\n\n1. Tell your manager when you are ready to.\n2. Hand in the form seven weeks before.',
    },
    ja: null,
  },
  {
    category: TRAVEL,
    author: 'naomi',
    checked: 380,
    published: true,
    en: {
      headline: 'Booking a trip',
      body: '1. Write where to, when, and how many people.\n2. We send you what we have found.\n3. Once you have agreed, tickets and the address of the hotel come by mail.\n\nWe prefer the train where it takes less than five hours.',
    },
    ja: {
      headline: '出張手配の流れ',
      body: '1. 行き先、日程、人数を書いて依頼します。\n2. 担当者が候補をお送りします。\n3. 確定後、乗車券と宿の情報をメールでお届けします。\n\n5時間以内で移動できる場合は鉄道を優先しています。',
    },
  },
  {
    category: BUYING,
    author: 'kenji',
    checked: 5,
    published: false,
    en: {
      headline: 'Purchase requests by amount',
      body: 'Draft. To be published after the rules change next month.\n\nAbove 1,000 euros your manager has to agree first.',
    },
    ja: {
      headline: '購買依頼の金額区分',
      body: '下書き。来月の規程改定後に公開予定。\n\n1,000ユーロを超える場合は、事前に上司の了承を得てください。',
    },
  },
];

function row({ category, author, checked, published, en, ja }: Draft): CsvRow {
  return {
    'headline.en': en.headline,
    'headline.ja': ja?.headline ?? '',
    category,
    'body.en': en.body,
    'body.ja': ja?.body ?? '',
    author: `${author}@example.test`,
    checked_on: day(checked),
    published: String(published),
    created_at: moment(checked * 1440),
  };
}

export const ARTICLE_COLUMNS = [
  ...['headline.en', 'headline.ja', 'category', 'body.en', 'body.ja'],
  ...['author', 'checked_on', 'published', 'created_at'],
];

/** Fourteen articles, two of them drafts; one is not translated. */
export function articles(): readonly CsvRow[] {
  return DRAFTS.map(row);
}
