import { useEffect } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { useMe, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Whether the style sheet can write into the margins of a printed page. */
const HAS_MARGINS = 'CSSMarginRule' in globalThis;

/** On paper alone: the application, who printed the page and when. At the top of each sheet; where the browser cannot do that, under the page. */
export function PrintNote() {
  const { t, appName } = useTexts();
  const format = useFormat();
  const { now } = useScope();
  const me = useMe();
  const text = t('frame.printed', { app: appName, name: me.name, time: format.readInstant(now) });
  useEffect(() => document.documentElement.style.setProperty('--nf-sheet', JSON.stringify(text)), [text]);
  return HAS_MARGINS ? null : <p className="nf-printed">{text}</p>;
}
