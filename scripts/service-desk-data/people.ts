import type { CsvRow } from './csv.ts';
import { moment } from './moment.ts';
import type { Language } from './plan.ts';
import type { Random } from './random.ts';

export interface Person {
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly department: string;
  readonly job: string;
  readonly team: string;
  readonly roles: string;
  readonly manager: string;
}

const at = (name: string): string => `${name}@example.test`;

function person(key: string, name: string, language: Language, rest: Partial<Person>): Person {
  return {
    email: at(key),
    name,
    language,
    department: 'sales',
    job: '',
    team: '',
    roles: '',
    manager: '',
    ...rest,
  };
}

/** The teams of the desk, each with the key of its head. */
export const TEAMS = [
  { name: 'IT Support', lead: 'mona', mail: 'it@example.test' },
  { name: 'Facilities', lead: 'greta', mail: 'facilities@example.test' },
  { name: 'People & Finance', lead: 'paula', mail: 'people@example.test' },
];

/** People who are easy to explain: one for each role, and a Japanese pair. */
const PERSONAS: readonly Person[] = [
  person('rita', 'Rita Romero', 'en', { department: 'sales', job: 'Account manager', manager: at('helen') }),
  person('alan', 'Alan Archer', 'en', {
    department: 'it',
    job: 'Support engineer',
    team: 'IT Support',
    roles: 'agent',
    manager: at('mona'),
  }),
  person('mona', 'Mona Meyer', 'en', {
    department: 'it',
    job: 'Head of IT',
    team: 'IT Support',
    roles: 'manager',
    manager: at('claire'),
  }),
  person('ada', 'Ada Adler', 'en', {
    department: 'it',
    job: 'System administrator',
    roles: 'administrator',
    manager: at('mona'),
  }),
  person('rie', '佐藤 理恵', 'ja', { department: 'engineering', job: '設計エンジニア', manager: at('daniel') }),
  person('akira', '鈴木 明', 'ja', {
    department: 'it',
    job: 'ITサポート',
    team: 'IT Support',
    roles: 'agent',
    manager: at('mona'),
  }),
];

const DESK: readonly Person[] = [
  person('claire', 'Claire Fontaine', 'en', { department: 'management', job: 'Managing director' }),
  person('samir', 'Samir Haddad', 'en', {
    department: 'it',
    job: 'Network engineer',
    team: 'IT Support',
    roles: 'agent',
    manager: at('mona'),
  }),
  person('ingrid', 'Ingrid Nilsen', 'en', {
    department: 'it',
    job: 'Support engineer',
    team: 'IT Support',
    roles: 'agent',
    manager: at('mona'),
  }),
  person('greta', 'Greta Lindqvist', 'en', {
    department: 'facilities',
    job: 'Head of facilities',
    team: 'Facilities',
    roles: 'manager',
    manager: at('claire'),
  }),
  person('tomasz', 'Tomasz Kowalski', 'en', {
    department: 'facilities',
    job: 'Caretaker',
    team: 'Facilities',
    roles: 'agent',
    manager: at('greta'),
  }),
  person('naomi', '木村 直美', 'ja', {
    department: 'facilities',
    job: '総務担当',
    team: 'Facilities',
    roles: 'agent',
    manager: at('greta'),
  }),
  person('bruno', 'Bruno Costa', 'en', {
    department: 'facilities',
    job: 'Fleet and travel',
    team: 'Facilities',
    roles: 'agent',
    manager: at('greta'),
  }),
  person('paula', 'Paula Weiss', 'en', {
    department: 'people',
    job: 'Head of people',
    team: 'People & Finance',
    roles: 'agent',
    manager: at('claire'),
  }),
  person('kenji', '渡辺 健二', 'ja', {
    department: 'finance',
    job: '経理担当',
    team: 'People & Finance',
    roles: 'agent',
    manager: at('felix'),
  }),
  person('oliver', 'Oliver Brandt', 'en', {
    department: 'people',
    job: 'People partner',
    team: 'People & Finance',
    roles: 'agent',
    manager: at('paula'),
  }),
  person('felix', 'Felix Hartmann', 'en', { department: 'finance', job: 'Head of finance', manager: at('claire') }),
  person('helen', 'Helen O’Brien', 'en', { department: 'sales', job: 'Head of sales', manager: at('claire') }),
  person('daniel', 'Daniel Novák', 'en', {
    department: 'engineering',
    job: 'Head of engineering',
    manager: at('claire'),
  }),
  person('petra', 'Petra Vogel', 'en', { department: 'production', job: 'Plant manager', manager: at('claire') }),
  person('luis', 'Luis Ferreira', 'en', { department: 'logistics', job: 'Head of logistics', manager: at('claire') }),
];

const STAFF: readonly (readonly [string, string, Language])[] = [
  ['anna', 'Anna Schulz', 'en'],
  ['yuki', '田中 由紀', 'ja'],
  ['marco', 'Marco Bianchi', 'en'],
  ['takashi', '伊藤 隆', 'ja'],
  ['sofia', 'Sofia Petrova', 'en'],
  ['jonas', 'Jonas Becker', 'en'],
  ['haruka', '山本 春香', 'ja'],
  ['emma', 'Emma Clarke', 'en'],
  ['ahmed', 'Ahmed Yilmaz', 'en'],
  ['kazuo', '中村 和夫', 'ja'],
  ['lena', 'Lena Fischer', 'en'],
  ['david', 'David Kim', 'en'],
  ['misaki', '小林 美咲', 'ja'],
  ['piotr', 'Piotr Zielinski', 'en'],
  ['chloe', 'Chloé Martin', 'en'],
  ['daisuke', '加藤 大輔', 'ja'],
  ['nina', 'Nina Horvat', 'en'],
  ['victor', 'Victor Andersson', 'en'],
  ['ayumi', '吉田 歩', 'ja'],
  ['george', 'George Papadakis', 'en'],
  ['maria', 'Maria Lopez', 'en'],
  ['shota', '山田 翔太', 'ja'],
  ['julia', 'Julia Krüger', 'en'],
  ['peter', 'Peter Wagner', 'en'],
  ['eriko', '佐々木 恵理子', 'ja'],
  ['mehmet', 'Mehmet Demir', 'en'],
  ['laura', 'Laura Rossi', 'en'],
  ['ryo', '松本 涼', 'ja'],
  ['katrin', 'Katrin Hoffmann', 'en'],
  ['simon', 'Simon Keller', 'en'],
  ['mai', '井上 麻衣', 'ja'],
  ['olga', 'Olga Ivanova', 'en'],
  ['thomas', 'Thomas Richter', 'en'],
  ['hiroshi', '清水 浩', 'ja'],
  ['elena', 'Elena Popescu', 'en'],
  ['max', 'Max Neumann', 'en'],
  ['sakura', '森 さくら', 'ja'],
  ['lucy', 'Lucy Evans', 'en'],
  ['stefan', 'Stefan Braun', 'en'],
];

const JOBS: Readonly<Record<string, { readonly head: string; readonly en: string; readonly ja: string }>> = {
  sales: { head: 'helen', en: 'Sales', ja: '営業' },
  engineering: { head: 'daniel', en: 'Engineer', ja: 'エンジニア' },
  production: { head: 'petra', en: 'Production', ja: '製造' },
  logistics: { head: 'luis', en: 'Warehouse', ja: '倉庫管理' },
  finance: { head: 'felix', en: 'Accountant', ja: '経理' },
};

/** Sixty people; the personas come first. */
export function people(): readonly Person[] {
  const departments = Object.keys(JOBS);
  const staff = STAFF.map(([key, name, language], index) => {
    const department = departments[index % departments.length] ?? 'sales';
    const job = JOBS[department];
    return person(key, name, language, { department, job: job?.[language] ?? '', manager: at(job?.head ?? 'claire') });
  });
  return [...PERSONAS, ...DESK, ...staff];
}

/** Columns and cells of `user.csv`; the first person is offered first for signing in. */
export function userRows(
  all: readonly Person[],
  random: Random,
): { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] } {
  const columns = [
    'email',
    'name',
    'language',
    'roles',
    'department',
    'job',
    'room',
    'phone',
    'team',
    'manager',
    'created_at',
  ];
  const rows = all.map((one, index) => ({
    email: one.email,
    name: one.name,
    language: one.language,
    roles: one.roles,
    department: one.department,
    job: one.job,
    room: `${random.pick(['A', 'B', 'C'])} ${random.between(0, 3)}.${String(random.between(1, 24)).padStart(2, '0')}`,
    phone: `+49 30 5550 ${100 + index}`,
    team: one.team,
    manager: one.manager,
    created_at: moment((1600 - 20 * index) * 1440),
  }));
  return { columns, rows };
}
