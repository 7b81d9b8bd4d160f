import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the pictures and writes the logs that people attach to their requests. */
const FOLDER = join(import.meta.dirname, '../examples/service-desk/data/demo/files');

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans CJK JP, sans-serif">${body}</svg>`;

const rows = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A page with lines of text and grey stripes across. */
function printout(title: string): string {
  const text = rows(
    22,
    (n) => `<rect x="70" y="${150 + n * 26}" width="${360 + ((n * 67) % 100)}" height="9" fill="#4a4a4a"/>`,
  );
  const stripes = rows(
    9,
    (n) => `<rect x="${88 + n * 51}" y="0" width="${6 + (n % 3) * 5}" height="760" fill="#8d8d8d" opacity="0.55"/>`,
  );
  return svg(
    600,
    760,
    `<rect width="600" height="760" fill="#fbfaf6"/><text x="70" y="105" font-size="30" fill="#222">${title}</text>${text}${stripes}`,
  );
}

/** A window that asks for name and password, and refuses them. */
function signIn({
  name,
  password,
  refused,
  go,
}: Readonly<Record<'name' | 'password' | 'refused' | 'go', string>>): string {
  const box = (y: number, label: string, value: string): string =>
    `<text x="190" y="${y}" font-size="17" fill="#333">${label}</text><rect x="190" y="${y + 10}" width="420" height="40" rx="4" fill="#fff" stroke="#999"/><text x="204" y="${y + 37}" font-size="18" fill="#222">${value}</text>`;
  return svg(
    800,
    500,
    `<rect width="800" height="500" fill="#dfe5ec"/><rect x="140" y="40" width="520" height="420" rx="10" fill="#fff"/><rect x="140" y="40" width="520" height="64" rx="10" fill="#24507a"/><text x="165" y="82" font-size="26" fill="#fff">DrawRight</text>${box(145, name, 'lena')}${box(225, password, '••••••••')}<rect x="190" y="300" width="420" height="52" rx="4" fill="#fde8e6" stroke="#c0392b"/><text x="204" y="333" font-size="18" fill="#8e1b10">${refused}</text><rect x="190" y="380" width="150" height="44" rx="4" fill="#24507a"/><text x="222" y="409" font-size="19" fill="#fff">${go}</text>`,
  );
}

/** A telephone on a table whose glass is broken. */
function phone(table: string, clock: string): string {
  const cracks = rows(15, (n) => {
    const angle = (n / 15) * 2 * Math.PI + (n % 3) * 0.21;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const far = 90 + ((n * 53) % 170);
    return `<polyline points="352,210 ${352 + dx * far * 0.45 + (n % 2) * 14},${210 + dy * far * 0.45} ${352 + dx * far},${210 + dy * far}" fill="none" stroke="#eef3f7" stroke-width="${1 + (n % 3)}"/>`;
  });
  return svg(
    640,
    640,
    `<defs><clipPath id="g"><rect x="196" y="62" width="248" height="500" rx="22"/></clipPath></defs><rect width="640" height="640" fill="${table}"/><ellipse cx="335" cy="600" rx="190" ry="26" fill="#000" opacity="0.25"/><rect x="180" y="40" width="280" height="550" rx="36" fill="#1d1f22"/><rect x="196" y="62" width="248" height="500" rx="22" fill="#31566f"/><text x="320" y="390" font-size="64" text-anchor="middle" fill="#dce9f2">${clock}</text><g clip-path="url(#g)">${cracks}<circle cx="352" cy="210" r="15" fill="#0d1216"/></g>`,
  );
}

/** A keyboard with a brown pool on it. */
function keyboard(stain: { readonly x: number; readonly y: number }): string {
  const keys = rows(5, (line) =>
    rows(
      14,
      (n) =>
        `<rect x="${42 + n * 51 + line * 7}" y="${70 + line * 56}" width="45" height="48" rx="7" fill="#3a3d42" stroke="#202225"/>`,
    ),
  );
  return svg(
    820,
    430,
    `<rect width="820" height="430" fill="#c9b79c"/><rect x="22" y="46" width="776" height="350" rx="16" fill="#24262a"/>${keys}<rect x="220" y="350" width="320" height="36" rx="7" fill="#3a3d42"/><g fill="#5b3716" opacity="0.72"><ellipse cx="${stain.x}" cy="${stain.y}" rx="105" ry="62"/><ellipse cx="${stain.x + 96}" cy="${stain.y + 41}" rx="52" ry="31"/><circle cx="${stain.x - 122}" cy="${stain.y + 28}" r="15"/></g>`,
  );
}

const WIFI = (place: string): string =>
  ['08:58:02', '09:03:47', '09:11:20', '09:14:55']
    .map(
      (at, n) =>
        `${at} wlan0: associated with ${place}-${n + 1}\n${at} wlan0: authentication timed out after ${10 + n} s\n`,
    )
    .join('');
const VPN = (gate: string): string =>
  rows(12, (n) => {
    const at = `10:${String(4 + n * 4).padStart(2, '0')}:1${n % 10}`;
    return `${at} tunnel to ${gate} is up\n${at} no answer to keepalive ${n + 1}\n${at} tunnel to ${gate} is down, trying again in 5 s\n`;
  });

const PICTURES = {
  'printout.png': printout('Offer for the harbour office'),
  '印刷結果.png': printout('御見積書'),
  'sign-in.png': signIn({
    name: 'User name',
    password: 'Password',
    refused: 'This account is locked. Ask your administrator.',
    go: 'Sign in',
  }),
  'ログイン画面.png': signIn({
    name: 'ユーザー名',
    password: 'パスワード',
    refused: 'アカウントがロックされています。',
    go: 'ログイン',
  }),
  'cracked-phone.jpg': phone('#8a6f55', '9:41'),
  '割れた画面.jpg': phone('#c7c2b8', '13:05'),
  'keyboard.jpg': keyboard({ x: 300, y: 180 }),
  'キーボード.jpg': keyboard({ x: 520, y: 210 }),
};
const LOGS = {
  'wifi-log.txt': WIFI('office-b'),
  'wifi接続ログ.txt': WIFI('office-c'),
  'vpn-log.txt': VPN('gate-hamburg'),
  'vpn接続ログ.txt': VPN('gate-osaka'),
};

await mkdir(FOLDER, { recursive: true });
for (const [name, drawing] of Object.entries(PICTURES)) {
  const picture = sharp(Buffer.from(drawing));
  const drawn = name.endsWith('.png') ? picture.png({ palette: true, colors: 64 }) : picture.jpeg({ quality: 72 });
  await drawn.toFile(join(FOLDER, name));
}
for (const [name, text] of Object.entries(LOGS)) await writeFile(join(FOLDER, name), text);
