import type { Person } from './people.ts';
import type { Language } from './plan.ts';
import type { Random } from './random.ts';

const WORDS: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>> = {
  room: {
    en: ['A 1.02', 'A 2.11', 'B 0.07', 'B 2.14', 'B 3.05', 'C 1.20', 'room Elbe', 'room Fuji'],
    ja: ['A 1.02', 'A 2.11', 'B 0.07', 'B 2.14', 'B 3.05', 'C 1.20', '会議室Elbe', '会議室Fuji'],
  },
  weekday: {
    en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    ja: ['月曜日', '火曜日', '水曜日', '木曜日', '金曜日'],
  },
  month: {
    en: ['January', 'March', 'April', 'June', 'September', 'October', 'November'],
    ja: ['1月', '3月', '4月', '6月', '9月', '10月', '11月'],
  },
  city: {
    en: ['Hamburg', 'Munich', 'Vienna', 'Osaka', 'Lyon', 'Rotterdam', 'Milan'],
    ja: ['ハンブルク', 'ミュンヘン', 'ウィーン', '大阪', 'リヨン', 'ロッテルダム', 'ミラノ'],
  },
  app: {
    en: ['PartsBook', 'DrawRight', 'Ledgerline', 'TimeTrail', 'PlanPilot', 'StockView', 'Mailwell'],
    ja: ['PartsBook', 'DrawRight', 'Ledgerline', 'TimeTrail', 'PlanPilot', 'StockView', 'Mailwell'],
  },
  folder: {
    en: ['Offers', 'Audits', 'Suppliers', 'Trade fairs', 'Drawings', 'Complaints'],
    ja: ['見積', '監査', '仕入先', '展示会', '図面', 'クレーム対応'],
  },
  topic: {
    en: ['clear writing', 'lean production', 'statistics', 'negotiation', 'electrical safety'],
    ja: ['文章術', 'リーン生産', '統計', '交渉術', '電気安全'],
  },
  keys: { en: ['E and R', 'Space', 'N and M', 'Enter'], ja: ['EとR', 'スペース', 'NとM', 'Enter'] },
};

/** Chooses one word for each slot, so that a text and its answer name the same things. */
export function slotFiller(language: Language, people: readonly Person[], random: Random): (text: string) => string {
  const chosen: Record<string, string> = {
    n: String(random.between(2, 14)),
    floor: String(random.between(1, 3)),
    colleague: random.pick(people.filter((one) => one.language === language)).name,
  };
  for (const [slot, words] of Object.entries(WORDS)) chosen[slot] = random.pick(words[language]);
  return (text) => text.replaceAll(/\{(\w+)\}/g, (whole, slot: string) => chosen[slot] ?? whole);
}
