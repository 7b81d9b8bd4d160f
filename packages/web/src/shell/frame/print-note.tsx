import { useFormat } from '../../base/format/use-format.ts';
import { useMe, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.ts';

/** On paper alone, under the page: the application, who printed it and when. */
export function PrintNote() {
  const { t, appName } = useTexts();
  const format = useFormat();
  const { now } = useScope();
  const me = useMe();
  return (
    <p className="nf-printed">{t('frame.printed', { app: appName, name: me.name, time: format.readInstant(now) })}</p>
  );
}
