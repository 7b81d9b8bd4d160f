import { chromium } from 'playwright-core';
import { startProduct } from './harness/product.ts';
import { openBrowser, visit } from './harness/browser.ts';
const product = await startProduct();
const browser = process.env.FULL ? await chromium.launch({ executablePath: process.env.FULL, args: ['--no-sandbox'] }) : await openBrowser();
const { page, context } = await visit(browser, { url: product.url, as: 'alan' });
await page.addInitScript((draw) => {
  const w = window as any; w.seen = {};
  if (draw) localStorage.removeItem('nf.application');
  const look = () => {
    if (!w.seen.first && document.querySelector('[data-nf-first-rows] tbody tr')) w.seen.first = performance.now();
    if (!w.seen.app && document.querySelector('[data-nf-record]')) { w.seen.app = performance.now(); return; }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, process.env.DRAW === '1');
const rows: any[] = [];
for (let i = 0; i < 14; i++) {
  const begun = performance.now();
  await page.goto('/desk', { waitUntil: 'commit' });
  await page.locator('[data-nf-first-rows] tbody tr, [data-nf-record]').first().waitFor();
  const outer = performance.now() - begun;
  await page.locator('[data-nf-record]').first().waitFor();
  const seen = await page.evaluate(() => {
    const w = window as any; const n = performance.getEntriesByType('navigation')[0] as any;
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const res = performance.getEntriesByType('resource') as any[];
    return { ...w.seen, resp: n.responseStart, respEnd: n.responseEnd, fcp, n: res.length, last: Math.max(...res.map(r=>r.responseEnd)), api: res.filter(r=>/\/api\/|_\/(session|model)/.test(r.name)).map(r=>`${r.name.slice(-20)} ${r.startTime.toFixed(0)}-${r.responseStart.toFixed(0)}-${r.responseEnd.toFixed(0)}`) };
  });
  rows.push({ outer, ...seen });
  await page.goto('about:blank');
}
const med = (k: string) => { const v = rows.slice(3).map((r) => r[k] as number).filter((n) => n !== undefined).sort((a, b) => a - b); return v[Math.floor(v.length / 2)]?.toFixed(0); };
console.log(['outer','resp','first','fcp','app','last'].map((k) => k + '=' + med(k)).join(' '));
await context.close(); await browser.close(); await product.stop();
