import type { CategoryPlan } from './plan.ts';

/** What people ask the team for staff and money for. */
export const PEOPLE: readonly CategoryPlan[] = [
  {
    name: 'Onboarding',
    team: 'People & Finance',
    advice: 'Who starts, when, and in which team?',
    ja: { name: '入社手続き', advice: '入社する人、入社日、配属チームを書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'New colleague starts in {month}: {colleague}',
          'Desk in {room}, standard equipment, member of our team lists. I will be the contact for the first week.',
          'Plan for the first week sent to both of you.',
        ],
        ja: [
          '{month}入社の受け入れ準備（{colleague}さん）',
          '席は {room}、標準の機器一式とチームのメーリングリスト登録をお願いします。最初の1週間は私が担当します。',
          '初週の予定をお二人にお送りしました。',
        ],
      },
      {
        en: [
          'Intern from {city} in {month}',
          'Six weeks, thirty hours. The university needs a letter before they come.',
          'Contract and letter signed and sent.',
        ],
        ja: [
          '{month}のインターン受け入れ（{city}）',
          '6週間、週30時間の予定です。事前に大学宛ての書類が必要です。',
          '契約書と大学宛ての書類を発行しました。',
        ],
      },
      {
        en: [
          'Change of team for {colleague}',
          'From the first of {month}, {colleague} works for us. The manager changes, the contract does not.',
          'Changed in the records; access follows tonight.',
        ],
        ja: [
          '{colleague}さんの異動手続き',
          '{month}1日付で当チームに異動します。上司が変わりますが、契約内容の変更はありません。',
          '登録を変更しました。権限は今夜反映されます。',
        ],
      },
      {
        en: [
          'Safety briefing for {n} new people',
          'Before they may enter hall {floor} they need the briefing and shoes.',
          'Briefing done, list signed, shoes handed out.',
        ],
        ja: [
          '新人{n}名の安全教育',
          '第{floor}倉庫に入る前に、安全教育と安全靴が必要です。',
          '教育を実施し、受講記録と安全靴の配布を完了しました。',
        ],
      },
    ],
  },
  {
    name: 'Pay & leave',
    team: 'People & Finance',
    advice: 'Please never write your salary here; we will call you.',
    ja: { name: '給与・休暇', advice: '給与の金額は書かないでください。担当者からお電話します。' },
    billable: false,
    situations: [
      {
        en: [
          'Days of leave carried over from last year',
          'My overview shows fewer days than I had noted. Could you check the carry-over?',
          'You were right. The overview is corrected.',
        ],
        ja: [
          '前年度からの有給休暇の繰り越し',
          '手元の記録と残日数が合いません。繰り越し分を確認していただけますか。',
          'ご指摘のとおりでした。残日数を修正しました。',
        ],
      },
      {
        en: [
          'Payslip for {month} missing',
          'All the others are in the portal, this one is not. I need it for the bank.',
          'It was published late. It is there now.',
        ],
        ja: [
          '{month}分の給与明細が見当たらない',
          'ほかの月は掲載されていますが、この月だけありません。銀行に提出する必要があります。',
          '掲載が遅れていました。現在はご覧いただけます。',
        ],
      },
      {
        en: [
          'New bank account',
          'My account changes in {month}. I can bring the form in person.',
          'Form received at the desk; the next payment goes to the new account.',
        ],
        ja: [
          '給与振込口座の変更',
          '{month}から口座を変更します。届出書は窓口に持参できます。',
          '届出書を受け取りました。次回から新しい口座に振り込みます。',
        ],
      },
      {
        en: [
          'Parental leave: what do I have to hand in?',
          'We expect a child in {month}. Which forms, and until when?',
          'Met on {weekday}; the list with all dates is in your mailbox. Congratulations!',
        ],
        ja: [
          '育児休業の手続きについて',
          '{month}に出産予定です。必要な書類と提出期限を教えてください。',
          '{weekday}に面談し、書類と期限の一覧をお送りしました。おめでとうございます。',
        ],
      },
      {
        en: [
          'Certificate of employment',
          'The landlord wants to see one. English or German is fine.',
          'Signed copy is in your mailbox, the original at the reception.',
        ],
        ja: [
          '在職証明書の発行',
          '賃貸契約で提出を求められています。英語版でも構いません。',
          '電子版をお送りしました。原本は受付でお受け取りください。',
        ],
      },
    ],
  },
  {
    name: 'Expenses',
    team: 'People & Finance',
    advice: 'Trip or purchase, date, and what does not fit?',
    ja: { name: '経費精算', advice: '出張または購入の内容、日付、合わない点を書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'Expenses of {city} not paid yet',
          'Handed in three weeks ago, all receipts attached, approved by my manager.',
          'It was stuck for a missing cost centre. Paid with the next run.',
        ],
        ja: [
          '{city}出張の経費が未払い',
          '3週間前に申請し、領収書も添付済みです。上司の承認も得ています。',
          '原価センターの記入漏れで止まっていました。次回の支払いに含めます。',
        ],
      },
      {
        en: [
          'Lost the receipt of the taxi in {city}',
          'The driver had no printer. I have the card statement.',
          'The statement is enough up to this amount. Booked.',
        ],
        ja: [
          '{city}でのタクシー領収書がない',
          '車内にプリンターがなく、領収書をもらえませんでした。カードの明細はあります。',
          'この金額であれば明細で処理できます。計上しました。',
        ],
      },
      {
        en: [
          'Which cost centre for {app}?',
          'The invoice covers two departments. Half and half?',
          'Split by seats: see the note on the invoice.',
        ],
        ja: [
          '{app} の費用をどの部署に計上するか',
          '請求書が2部署にまたがっています。折半でよいでしょうか。',
          '利用者数で按分しました。内訳は請求書の備考をご覧ください。',
        ],
      },
      {
        en: [
          'Company card blocked',
          'Refused at the hotel in {city} although the limit is not reached.',
          'The bank had flagged the payment. Released on the phone.',
        ],
        ja: [
          '法人カードが利用できない',
          '限度額には達していませんが、{city}のホテルで使えませんでした。',
          '銀行側で保留になっていたため、電話で解除しました。',
        ],
      },
    ],
  },
  {
    name: 'Purchasing',
    team: 'People & Finance',
    advice: 'Article, supplier, quantity, and your best estimate of the cost.',
    ja: { name: '購買', advice: '品名、購入先、数量、おおよその費用を書いてください。' },
    billable: true,
    situations: [
      {
        en: [
          'Order: safety shoes for {n} people',
          'Sizes are in the list on the shared drive. Same model as last year.',
          'Ordered; delivery in ten days to the goods entrance.',
        ],
        ja: [
          '安全靴{n}名分の発注',
          'サイズの一覧は共有ドライブにあります。昨年と同じ型でお願いします。',
          '発注しました。10日後に納品予定です。',
        ],
        items: [['Safety shoes, pair', 55, 95]],
      },
      {
        en: [
          'Give-aways for the fair in {city}',
          'About two hundred small things with our logo. {colleague} has last year’s supplier.',
          'Ordered after seeing the sample.',
        ],
        ja: [
          '{city}展示会用のノベルティ',
          'ロゴ入りの小物を200個ほど用意したいです。昨年の業者は{colleague}さんがご存じです。',
          'サンプルを確認のうえ発注しました。',
        ],
        items: [
          ['Give-aways, box of 20', 45, 90],
          ['Print set-up', 60, 110],
        ],
      },
      {
        en: [
          'Test equipment for {room}',
          'The old meter can no longer be calibrated. Two offers are on the shared drive.',
          'Ordered from the cheaper offer, calibration included.',
        ],
        ja: [
          '{room} 用の測定機器',
          '現在の測定器は校正できなくなりました。見積書2通を共有ドライブに置いています。',
          '校正込みで安いほうの見積りに発注しました。',
        ],
        items: [
          ['Digital meter', 320, 780],
          ['Calibration', 70, 130],
        ],
      },
      {
        en: [
          'Books about {topic}',
          'For our reading circle, {n} people.',
          'Arrived; they are in the library on floor {floor}.',
        ],
        ja: [
          '{topic}に関する書籍の購入',
          '読書会で使います。参加者は{n}名です。',
          '届きました。{floor}階の書架に置いています。',
        ],
        items: [['Book', 25, 55]],
      },
      {
        en: [
          'Catering for {n} guests on {weekday}',
          'Lunch in {room}; two vegetarian, one without nuts.',
          'Ordered for noon. The allergy list is with the kitchen.',
        ],
        ja: [
          '{weekday}の来客{n}名分の昼食手配',
          '{room} での昼食です。ベジタリアン2名、ナッツ不可1名です。',
          '12時で手配しました。アレルギー情報は厨房に共有済みです。',
        ],
        items: [
          ['Lunch, person', 14, 26],
          ['Drinks', 30, 60],
        ],
      },
    ],
  },
];
