import type { CategoryPlan } from './plan.ts';

/** What people ask the IT team for. `{room}` and the like are filled by the generator. */
export const IT: readonly CategoryPlan[] = [
  {
    name: 'Computers',
    team: 'IT Support',
    advice: 'Which machine is it, and since when does it happen?',
    ja: { name: 'PC・周辺機器', advice: 'どの端末で、いつから発生していますか。' },
    billable: false,
    situations: [
      {
        en: [
          'Laptop does not wake up after closing the lid',
          'Since {weekday} my laptop stays black when I open it in the morning. Only a long press of the power button helps, and then everything that was open is gone.',
          'Updated the firmware and turned off hybrid sleep. Please tell us if it happens again.',
        ],
        ja: [
          'ノートPCがスリープから復帰しない',
          '{weekday}から、朝ふたを開けても画面が真っ暗なままです。電源ボタンを長押しすると起動しますが、開いていたファイルが失われます。',
          'ファームウェアを更新し、ハイブリッドスリープを無効にしました。再発する場合はご連絡ください。',
        ],
      },
      {
        en: [
          'Second monitor flickers in {room}',
          'The right-hand monitor at the window desk flickers every few minutes. Swapping the cable made no difference.',
          'The docking station was faulty; we replaced it with one from stock.',
        ],
        ja: [
          '{room} の外部モニターがちらつく',
          '窓側の席の右モニターが数分おきにちらつきます。ケーブルを替えても変わりませんでした。',
          'ドッキングステーションの不良でしたので、在庫品と交換しました。',
        ],
      },
      {
        en: [
          'Printer on floor {floor} prints stripes',
          'Every page from the printer next to the kitchen has grey stripes. Customers would see this, so we print downstairs for now.',
          'Cleaned the drum and replaced the toner. A test page is on the tray.',
        ],
        ja: [
          '{floor}階のプリンターで印刷に縞が入る',
          '給湯室横のプリンターで印刷すると、全ページに灰色の縞が入ります。お客様に渡す資料のため、今は下の階で印刷しています。',
          'ドラムを清掃し、トナーを交換しました。テスト印刷の結果は正常です。',
        ],
        file: { en: 'printout.png', ja: '印刷結果.png' },
      },
      {
        en: [
          'Keyboard: keys {keys} stuck',
          'Coffee happened. I have dried it as well as I could, but these keys stick.',
          'Replaced the keyboard. No harm done to the machine itself.',
        ],
        ja: [
          'キーボードの{keys}キーが効かない',
          'コーヒーをこぼしてしまいました。拭き取りましたが、キーが戻りにくくなっています。',
          'キーボードを交換しました。本体に影響はありませんでした。',
        ],
        file: { en: 'keyboard.jpg', ja: 'キーボード.jpg' },
      },
      {
        en: [
          'Laptop is very slow with {app}',
          'When {app} is open together with the browser, everything takes seconds. The fan runs all the time. A restart helps for an hour.',
          'Added memory (16 to 32 GB) and removed an old plug-in. Measured start of {app}: 4 seconds.',
        ],
        ja: [
          '{app} を使うとPCが極端に遅くなる',
          '{app} とブラウザーを同時に開くと動作が重くなり、ファンも回り続けます。再起動すると1時間ほどは改善します。',
          'メモリーを16GBから32GBに増設し、古いプラグインを削除しました。{app} の起動は4秒になりました。',
        ],
      },
      {
        en: [
          'Camera not found in video meetings',
          'Others hear me but cannot see me. In the settings no camera is listed, although it worked last week.',
          'The privacy switch at the left edge was closed. Opened it together on the phone.',
        ],
        ja: [
          'オンライン会議でカメラが認識されない',
          '音声は届くのですが、映像が出ません。先週までは使えていましたが、設定画面にカメラが表示されなくなりました。',
          '本体左側のプライバシースイッチが閉じていました。電話でご案内し、解消しました。',
        ],
      },
    ],
  },
  {
    name: 'Accounts & access',
    team: 'IT Support',
    advice: 'Whose account, which system, and who has agreed?',
    ja: { name: 'アカウント・権限', advice: '対象のアカウントとシステム、承認者を書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'Access to the shared folder {folder}',
          'I have taken over {folder} from {colleague} and need to read and write there. {colleague} has agreed.',
          'Added to the group. Please sign out and in once.',
        ],
        ja: [
          '共有フォルダー「{folder}」のアクセス権',
          '{colleague}さんから「{folder}」の業務を引き継いだため、閲覧と編集の権限が必要です。{colleague}さんの了承は得ています。',
          'グループに追加しました。一度サインアウトしてから再度サインインしてください。',
        ],
      },
      {
        en: [
          'Locked out of {app}',
          'After three wrong passwords {app} says that my account is locked. I think I used the old one.',
          'Unlocked, and checked that nobody else tried.',
        ],
        ja: [
          '{app} のアカウントがロックされた',
          'パスワードを3回間違え、アカウントがロックされたと表示されました。古いパスワードを入力していたようです。',
          'ロックを解除しました。本人以外の試行がないことも確認済みです。',
        ],
        file: { en: 'sign-in.png', ja: 'ログイン画面.png' },
      },
      {
        en: [
          'New phone, no second factor',
          'I changed my phone at the weekend and the sign-in app is empty. I cannot get into {app} at all.',
          'Checked your identity at the desk and registered the new phone.',
        ],
        ja: [
          'スマートフォン変更後に二段階認証ができない',
          '週末に機種変更をしたところ、認証アプリが空になり、{app} にサインインできません。',
          '窓口で本人確認のうえ、新しい端末を登録しました。',
        ],
      },
      {
        en: [
          'Mailbox {folder}@ for our team',
          'We would like one address for questions about {folder}, read by {colleague} and me.',
          'Shared mailbox is there and shows up in your mail program within an hour.',
        ],
        ja: [
          'チーム用メールアドレス（{folder}）の作成',
          '「{folder}」の問い合わせ窓口として共有アドレスを作成してください。私と{colleague}さんで対応します。',
          '共有メールボックスを作成しました。1時間以内にメールソフトに表示されます。',
        ],
      },
      {
        en: [
          'Please close the account of {colleague}',
          '{colleague} leaves at the end of {month}. Mails should go to me for another three months.',
          'Planned for the last working day; forwarding is set up until three months later.',
        ],
        ja: [
          '{colleague}さんのアカウント停止',
          '{colleague}さんが{month}末で退職します。メールは3か月間、私に転送してください。',
          '最終出社日に停止するよう設定し、3か月間の転送も登録しました。',
        ],
      },
    ],
  },
  {
    name: 'Network & phone',
    team: 'IT Support',
    advice: 'Where are you, and does it happen to your colleagues too?',
    ja: { name: 'ネットワーク・電話', advice: '場所と、周りの人にも起きているかを書いてください。' },
    billable: false,
    situations: [
      {
        en: [
          'No Wi-Fi in {room}',
          'The signal is full but no page loads. A colleague next door has no trouble.',
          'The access point had lost its address. Restarted it, and put it under watch.',
        ],
        ja: [
          '{room} でWi-Fiにつながらない',
          '電波は最大表示ですが、ページが開きません。隣の部屋では問題ないそうです。',
          'アクセスポイントのアドレスが失われていたため再起動し、監視対象に加えました。',
        ],
        file: { en: 'wifi-log.txt', ja: 'wifi接続ログ.txt' },
      },
      {
        en: [
          'VPN drops every few minutes',
          'Working from home in {city}: the VPN closes about every ten minutes, and {app} loses what I typed.',
          'Moved you to the new gateway. Stable for a day now.',
        ],
        ja: [
          'VPNが頻繁に切断される',
          '{city}で在宅勤務中です。10分おきにVPNが切れ、{app} に入力した内容が消えてしまいます。',
          '新しいゲートウェイに切り替えました。1日様子を見て、安定していることを確認しました。',
        ],
        file: { en: 'vpn-log.txt', ja: 'vpn接続ログ.txt' },
      },
      {
        en: [
          'Calls to my number end at reception',
          'Since we moved desks on {weekday}, calls to my extension are answered by the reception.',
          'The forwarding of the old desk was still on. Removed.',
        ],
        ja: [
          '自分の内線が受付に転送される',
          '{weekday}の席替え以降、自分の内線にかけると受付につながってしまいます。',
          '旧座席の転送設定が残っていたため、解除しました。',
        ],
      },
      {
        en: [
          'Guest access for {n} visitors',
          'We have {n} visitors from {city} on {weekday} who need Wi-Fi in {room} for the whole day.',
          'Vouchers are at the reception, valid from 8 to 20.',
        ],
        ja: [
          '来客{n}名分のゲストWi-Fi',
          '{weekday}に{city}から{n}名の来客があり、{room} で終日Wi-Fiを使います。',
          'ゲスト用のコードを受付に預けました。8時から20時まで有効です。',
        ],
      },
      {
        en: [
          '{app} unreachable from the warehouse',
          'None of the scanners in hall {floor} gets through to {app}. We write everything on paper.',
          'A switch in hall {floor} had failed. Replaced; all scanners are back.',
        ],
        ja: [
          '倉庫から {app} に接続できない',
          '第{floor}倉庫のスキャナーがすべて {app} に接続できません。現在は紙で記録しています。',
          '第{floor}倉庫のスイッチの故障でした。交換し、全台の復旧を確認しました。',
        ],
      },
    ],
  },
  {
    name: 'Software & licences',
    team: 'IT Support',
    advice: 'What do you need it for, and for how long? Licences are charged to your department.',
    ja: { name: 'ソフト・ライセンス', advice: '用途と利用期間を書いてください。ライセンス費用は所属部署の負担です。' },
    billable: true,
    situations: [
      {
        en: [
          'Licence for {app}',
          'I need {app} for the project with {city}. {colleague} already works with it.',
          'Licence assigned; you find {app} in the software centre.',
        ],
        ja: [
          '{app} のライセンス追加',
          '{city}の案件で {app} が必要です。{colleague}さんは既に使用しています。',
          'ライセンスを割り当てました。ソフトウェアセンターからインストールしてください。',
        ],
        items: [['Licence {app}, one year', 90, 420]],
      },
      {
        en: [
          '{n} more seats of {app} from {month}',
          'Our team grows in {month}. We need {n} more seats so that everybody can start on the first day.',
          'Seats added to the contract and assigned to the team.',
        ],
        ja: [
          '{app} のライセンス{n}名分追加（{month}から）',
          '{month}にチームが増員となります。初日から使えるよう、{n}名分の追加をお願いします。',
          '契約に追加し、チームに割り当てました。',
        ],
        items: [['Seat {app}', 60, 180]],
      },
      {
        en: [
          'Contract for {app} runs out in {month}',
          'The maker has written that our contract ends in {month}. We still use it every day.',
          'Renewed for a year. The invoice goes to your department.',
        ],
        ja: [
          '{app} の契約更新（{month}満了）',
          'ベンダーから{month}に契約が満了すると連絡がありました。毎日使用しているため、更新をお願いします。',
          '1年間更新しました。費用は部署に計上されます。',
        ],
        items: [['Renewal {app}', 200, 800]],
      },
      {
        en: [
          'PDF editor for forms',
          'I have to fill in and sign about twenty forms a week and do it by printing and scanning.',
          'Installed, and showed how signatures work.',
        ],
        ja: [
          '申請書用のPDF編集ソフト',
          '週に20件ほどの申請書に記入・署名しています。今は印刷してスキャンしているため、PDF編集ソフトを希望します。',
          'インストールし、電子署名の手順をご案内しました。',
        ],
        items: [['PDF editor, one seat', 80, 140]],
      },
      {
        en: [
          'Plug-in for {app}',
          'With the export plug-in, the monthly report would take me ten minutes instead of half a day.',
          'Checked by security, bought and installed.',
        ],
        ja: [
          '{app} のプラグイン導入',
          '出力用プラグインがあれば、半日かかっている月次レポートが10分で終わります。',
          'セキュリティ確認のうえ購入し、インストールしました。',
        ],
        items: [
          ['Plug-in', 30, 160],
          ['Support, one year', 20, 60],
        ],
      },
    ],
  },
  {
    name: 'New equipment',
    team: 'IT Support',
    advice: 'What is it for? Please give your best estimate of the cost.',
    ja: { name: '機器購入', advice: '用途を書いてください。費用はおおよその見積もりで構いません。' },
    billable: true,
    situations: [
      {
        en: [
          'Laptop for a new colleague in {month}',
          '{colleague} joins our team in {month} and works two days a week from home.',
          'Ordered, set up, and handed over with a bag and a dock.',
        ],
        ja: [
          '{month}入社のメンバー用ノートPC',
          '{month}に{colleague}さんがチームに加わります。週2日は在宅勤務の予定です。',
          '発注・設定が完了し、バッグとドックを添えてお渡ししました。',
        ],
        items: [
          ['Laptop 14″', 1100, 1600],
          ['Docking station', 140, 210],
          ['Bag', 35, 70],
        ],
      },
      {
        en: [
          'Headset for calls',
          'My office is shared and callers complain about the noise. One with noise cancelling would help.',
          'Handed over. Warranty card is in the box.',
        ],
        ja: [
          '通話用ヘッドセット',
          '共用の執務室のため、周囲の音が入ると指摘されます。ノイズキャンセリング付きを希望します。',
          'お渡ししました。保証書は箱の中に入っています。',
        ],
        items: [['Headset', 90, 190]],
      },
      {
        en: [
          '{n} monitors for {room}',
          'We now have {n} desks there but only old 22-inch screens. Two of them are already broken.',
          'Delivered and mounted. The old ones go to recycling.',
        ],
        ja: [
          '{room} 用モニター{n}台',
          '{n}席ありますが、22インチの古いモニターしかなく、2台は既に故障しています。',
          '納品・設置しました。旧モニターは回収しリサイクルに出します。',
        ],
        items: [
          ['Monitor 27″', 210, 330],
          ['Cable', 9, 19],
        ],
      },
      {
        en: [
          'Replacement for a cracked phone',
          'It fell on the factory floor. The glass is cracked and the touch screen does not react at the top.',
          'New phone set up, old one wiped.',
        ],
        ja: [
          '画面が割れた社用携帯の交換',
          '工場内で落として画面が割れ、上部がタッチに反応しません。',
          '新しい端末を設定し、旧端末はデータを消去しました。',
        ],
        file: { en: 'cracked-phone.jpg', ja: '割れた画面.jpg' },
        items: [
          ['Phone', 380, 620],
          ['Case', 15, 30],
        ],
      },
      {
        en: [
          'Adapter and cables for {room}',
          'Visitors never find the right cable there. A set with all common plugs, please.',
          'Set is in the drawer under the screen, labelled.',
        ],
        ja: [
          '{room} 用の変換アダプターとケーブル',
          '来客時に合うケーブルが見つからず困っています。主要な端子に対応したセットをお願いします。',
          'ラベルを付け、画面下の引き出しに入れました。',
        ],
        items: [
          ['Adapter set', 40, 75],
          ['HDMI cable', 8, 16],
        ],
      },
    ],
  },
];
