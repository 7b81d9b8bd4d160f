import type { MailContent, MailLink, MailPart } from './compose.ts';

/** A mail as text, for readers that show no pages. */
export function textOfMail({ hello, lead, parts, why, stop, choose, colon }: MailContent): string {
  const lines = [
    hello,
    ...(lead === null ? [] : ['', lead]),
    ...parts.flatMap((part) => ['', ...partLines(part, colon)]),
    '',
    '-- ',
    why,
    ...[stop, choose].flatMap((link) => (link === null ? [] : [`${link.text}${colon}${link.address}`])),
  ];
  return `${lines.join('\n')}\n`;
}

function partLines({ title, lines, link }: MailPart, colon: string): readonly string[] {
  return [
    oneLine(title),
    ...lines.flatMap(({ text, when }) => [`  ${text.replaceAll('\n', '\n  ')}`, `  ${when}`]),
    `${link.text}${colon.trimEnd()}`,
    link.address,
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/**
 * The look of a mail. What mail programs leave of it is readable: each element has its colours for a light page on itself, and
 * those for a dark page replace them where a program knows of dark pages.
 */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14161a!important;color:#e8eaed!important}
.card{background:#1e2126!important;border-color:#3a3f47!important}
.title,.said{color:#f1f3f5!important}
.quiet,.quiet a{color:#b3b9c2!important}
.button{background:#8db4ff!important;color:#0b1a33!important}
}`;
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP','Yu Gothic UI',Meiryo,sans-serif`;

/** A mail as a page. It loads nothing from anywhere. */
export function pageOfMail({ language, subject, hello, lead, parts, why, stop, choose }: MailContent): string {
  const links = [stop, choose].flatMap((link) => (link === null ? [] : [anchor(link, 'color:#4b5563')]));
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f5f7;color:#1f2328;${FONT};font-size:16px;line-height:1.6">
<div style="max-width:560px;margin:0 auto">
<p class="said" style="margin:0 0 16px;color:#1f2328" dir="auto">${escaped(hello)}</p>
${lead === null ? '' : `<p class="said" style="margin:0 0 16px;color:#1f2328">${escaped(lead)}</p>`}
${parts.map(partPage).join('\n')}
<p class="quiet" style="margin:24px 0 8px;color:#4b5563;font-size:14px">${escaped(why)}</p>
<p class="quiet" style="margin:0;color:#4b5563;font-size:14px">${links.join('<br>')}</p>
</div>
</body>
</html>
`;
}

function partPage({ title, lines, link }: MailPart): string {
  const said = lines.map(
    ({
      text,
      when,
    }) => `<p class="said" style="margin:0;color:#1f2328" dir="auto">${escaped(text).replaceAll('\n', '<br>')}</p>
<p class="quiet" style="margin:0 0 12px;color:#4b5563;font-size:14px">${escaped(when)}</p>`,
  );
  const button = `display:inline-block;margin-top:4px;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none`;
  return `<div class="card" style="margin:0 0 16px;padding:20px;border:1px solid #d5d9df;border-radius:8px;background:#ffffff">
<h1 class="title" style="margin:0 0 12px;color:#1f2328;font-size:18px;line-height:1.4;overflow-wrap:anywhere" dir="auto">${escaped(oneLine(title))}</h1>
${said.join('\n')}
<a class="button" style="${button}" href="${escaped(link.address)}">${escaped(link.text)}</a>
</div>`;
}

function anchor({ text, address }: MailLink, style: string): string {
  return `<a style="${style}" href="${escaped(address)}">${escaped(text)}</a>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
