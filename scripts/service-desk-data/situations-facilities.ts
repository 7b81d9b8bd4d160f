import type { CategoryPlan } from './plan.ts';

/** What people ask the facilities team for. */
export const FACILITIES: readonly CategoryPlan[] = [
  {
    name: 'Rooms & furniture',
    team: 'Facilities',
    advice: 'Which room, how many people, and by when?',
    ja: { name: '会議室・什器', advice: '場所、人数、希望日を書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'Set up {room} for {n} people',
          'Training on {weekday}, rows of chairs and a table at the front. Coffee is ordered already.',
          'Set up and checked at 7:30. The key is at the reception.',
        ],
        ja: [
          '{room} の{n}名分のレイアウト変更',
          '{weekday}の研修のため、椅子を列に並べ、前方に机を1台お願いします。飲み物は手配済みです。',
          '7時30分に設営を確認しました。鍵は受付にあります。',
        ],
      },
      {
        en: [
          'Chair in {room} no longer holds its height',
          'It sinks slowly during the day. I have swapped it with the one of the guest desk for now.',
          'Replaced the gas spring.',
        ],
        ja: [
          '{room} の椅子の高さが固定できない',
          '座っていると徐々に下がってしまいます。今はゲスト席の椅子を使っています。',
          'ガスシリンダーを交換しました。',
        ],
      },
      {
        en: [
          'Height-adjustable desk',
          'My doctor recommends to stand part of the day. I have the note if you need it.',
          'Desk exchanged with the free one on floor {floor}. Buttons 1 and 2 are your heights.',
        ],
        ja: [
          '昇降デスクの希望',
          '医師から、一日のうち一部は立って作業するよう勧められています。診断書も提出できます。',
          '{floor}階の空きデスクと交換しました。ボタン1と2に高さを登録してあります。',
        ],
      },
      {
        en: [
          'Whiteboard for {room}',
          'We meet there every morning and write on windows.',
          'Moved the one from the old workshop and mounted it.',
        ],
        ja: [
          '{room} にホワイトボードを設置したい',
          '毎朝打ち合わせをしていますが、今は窓に書いています。',
          '旧作業場のものを移設し、取り付けました。',
        ],
      },
      {
        en: [
          'Move of {n} desks to floor {floor}',
          'Our team moves together with {colleague}’s. Best on a Friday afternoon.',
          'Moved on Friday. Nameplates and the floor plan are updated.',
        ],
        ja: [
          '{floor}階への座席移動（{n}席）',
          '{colleague}さんのチームと席を統合します。金曜の午後を希望します。',
          '金曜に移動を完了し、座席表と名札も更新しました。',
        ],
      },
    ],
  },
  {
    name: 'Building & repairs',
    team: 'Facilities',
    advice: 'Where exactly is it? Repairs by a contractor are charged; an estimate is enough.',
    ja: {
      name: '設備・修繕',
      advice: '場所を具体的に書いてください。業者による修理は有償です。費用は見積もりで構いません。',
    },
    billable: true,
    situations: [
      {
        en: [
          'Heating in {room} stays cold',
          'It is 16 degrees in the morning. The valve is fully open.',
          'Bled the radiator and replaced the valve.',
        ],
        ja: [
          '{room} の暖房が効かない',
          '朝の室温が16度です。バルブは全開にしています。',
          'エア抜きを行い、バルブを交換しました。',
        ],
        items: [
          ['Valve', 25, 60],
          ['Plumber, hour', 65, 85],
        ],
      },
      {
        en: [
          'Water under the sink on floor {floor}',
          'There is a puddle each morning. I have put a bucket there.',
          'Seal replaced, cupboard dried.',
        ],
        ja: [
          '{floor}階の流し台の下に水漏れ',
          '毎朝水たまりができています。応急的にバケツを置きました。',
          'パッキンを交換し、収納内を乾燥させました。',
        ],
        items: [
          ['Seal kit', 12, 30],
          ['Plumber, hour', 65, 85],
        ],
      },
      {
        en: [
          'Light broken in the corridor of floor {floor}',
          'Two lamps by the stairs are out, one blinks. In the evening it is quite dark.',
          'Replaced all three with LED.',
        ],
        ja: [
          '{floor}階廊下の照明切れ',
          '階段付近の照明が2灯切れ、1灯は点滅しています。夕方はかなり暗いです。',
          '3灯ともLEDに交換しました。',
        ],
        items: [['LED tube', 14, 28]],
      },
      {
        en: [
          'Roller door of hall {floor} stops half way',
          'Lorries cannot get in from the yard. We unload by hand through the side door.',
          'The light barrier was dirty and one spring worn. Spring replaced by the maker.',
        ],
        ja: [
          '第{floor}倉庫のシャッターが途中で止まる',
          'トラックが入れないため、通用口から手作業で荷下ろしをしています。',
          '光電センサーの汚れとスプリングの摩耗が原因でした。メーカーがスプリングを交換しました。',
        ],
        items: [
          ['Spring', 180, 320],
          ['Technician, hour', 85, 120],
        ],
      },
      {
        en: [
          'Blind in {room} is stuck',
          'It hangs down on one side and cannot be raised, so the sun is right on the screens.',
          'New cord, and the other blinds of the room checked.',
        ],
        ja: [
          '{room} のブラインドが動かない',
          '片側が下がったまま上がらず、画面に日が当たって見えません。',
          'コードを交換し、同室のほかのブラインドも点検しました。',
        ],
        items: [
          ['Cord', 8, 20],
          ['Fitter, hour', 45, 65],
        ],
      },
    ],
  },
  {
    name: 'Keys & badges',
    team: 'Facilities',
    advice: 'For whom, which doors, and from when?',
    ja: { name: '鍵・入館証', advice: '利用者、対象の扉、利用開始日を書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'Lost my badge',
          'I last had it on {weekday} at lunch. The canteen has not found it.',
          'Old badge blocked, new one ready at the reception.',
        ],
        ja: [
          '入館証を紛失した',
          '{weekday}の昼休みまでは持っていました。食堂にも届いていないそうです。',
          '旧入館証を無効にし、新しいものを受付に用意しました。',
        ],
      },
      {
        en: [
          'Badge for an intern until {month}',
          '{colleague} is with us until the end of {month} and needs floor {floor} and the canteen.',
          'Badge prepared; it stops working by itself on the last day.',
        ],
        ja: [
          'インターン用入館証（{month}末まで）',
          '{colleague}さんが{month}末まで在籍します。{floor}階と食堂の入室権限をお願いします。',
          '発行しました。最終日に自動で無効になります。',
        ],
      },
      {
        en: [
          'Key for the cabinet in {room}',
          'The one we had broke in the lock. Contracts are in there.',
          'Opened, lock replaced. Two keys are with {colleague}.',
        ],
        ja: [
          '{room} の書庫の鍵',
          '鍵が鍵穴の中で折れました。契約書が入っています。',
          '開錠して錠前を交換しました。鍵2本は{colleague}さんが保管しています。',
        ],
      },
      {
        en: [
          'Badge does not open hall {floor}',
          'The light turns red in the morning, green after ten. My shift starts at six.',
          'Your time window began at ten. Changed to five.',
        ],
        ja: [
          '入館証で第{floor}倉庫が開かない',
          '朝は赤いランプになり、10時を過ぎると開きます。勤務は6時からです。',
          '入室可能時間が10時からになっていたため、5時からに変更しました。',
        ],
      },
    ],
  },
  {
    name: 'Cleaning & supplies',
    team: 'Facilities',
    advice: 'What is missing, and where?',
    ja: { name: '清掃・消耗品', advice: '何が、どこで足りませんか。' },
    billable: false,
    situations: [
      {
        en: [
          'Coffee machine on floor {floor} asks for descaling',
          'It asked yesterday, today it refuses to work. {n} unhappy people.',
          'Descaled. We added it to the weekly round.',
        ],
        ja: [
          '{floor}階のコーヒーマシンが洗浄待ちで使えない',
          '昨日から表示が出ていましたが、今日は動かなくなりました。',
          '洗浄しました。今後は週次の点検項目に加えます。',
        ],
      },
      {
        en: [
          'Paper for the printer on floor {floor}',
          'The shelf is empty. A4 white, and some A3 please.',
          'Refilled, and raised the stock level.',
        ],
        ja: [
          '{floor}階プリンター用紙の補充',
          '棚が空になっています。A4とA3をお願いします。',
          '補充し、在庫の基準数も見直しました。',
        ],
      },
      {
        en: [
          'Smell in {room}',
          'Since {weekday}, perhaps from the drain.',
          'The trap was dry. Filled it; please air the room once more.',
        ],
        ja: [
          '{room} の異臭',
          '{weekday}から臭います。排水口かもしれません。',
          '排水トラップが乾いていたため水を入れました。念のため換気をお願いします。',
        ],
      },
      {
        en: [
          'Bins for paper in {room}',
          'Paper and other waste end up together because there is only one bin.',
          'Two labelled bins are there now.',
        ],
        ja: [
          '{room} に古紙回収箱を置きたい',
          'ごみ箱が一つしかなく、古紙が分別できていません。',
          'ラベル付きの回収箱を2個設置しました。',
        ],
      },
    ],
  },
  {
    name: 'Travel & vehicles',
    team: 'Facilities',
    advice: 'Where to, when, and how many people?',
    ja: { name: '出張・社用車', advice: '行き先、日程、人数を書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'Trip to {city} for {n} people',
          'Customer visit on {weekday}, one night. Train if it takes less than five hours.',
          'Tickets and hotel are in your mailbox.',
        ],
        ja: [
          '{city}への出張手配（{n}名）',
          '{weekday}にお客様を訪問します。1泊で、5時間以内なら鉄道を希望します。',
          '乗車券と宿の手配内容をメールでお送りしました。',
        ],
      },
      {
        en: [
          'Pool car makes a noise when braking',
          'Front left, mostly when it is cold. I drove to {city} and back.',
          'Brake pads replaced at the garage.',
        ],
        ja: [
          '社用車のブレーキから異音',
          '左前輪から、主に冷えているときに音がします。{city}まで往復しました。',
          '整備工場でブレーキパッドを交換しました。',
        ],
      },
      {
        en: [
          'Parking space for visitors from {city}',
          'Two cars on {weekday} from ten to four.',
          'Spaces 3 and 4 are reserved; the gate knows the number plates.',
        ],
        ja: [
          '来客用駐車スペース（{city}から）',
          '{weekday}の10時から16時まで、2台分お願いします。',
          '3番と4番を確保し、ゲートに車両番号を登録しました。',
        ],
      },
      {
        en: [
          'Fuel card does not work',
          'Rejected twice near {city}. I paid myself and have the receipt.',
          'Card renewed. Please hand in the receipt as an expense.',
        ],
        ja: [
          '給油カードが使えない',
          '{city}付近で2回とも拒否されました。立て替えて支払い、領収書があります。',
          'カードを再発行しました。立替分は経費精算をお願いします。',
        ],
      },
    ],
  },
];
