import { useModel } from '../../base/model/use-model.ts';
import { differsFromOwn, zoneName } from '../../base/format/times.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './frame.module.css';

/** In which zone the times of the page are, where the clock of the reader shows another one. */
export function ZoneNote() {
  const { timeZone } = useModel();
  const { t, language } = useTexts();
  if (!differsFromOwn(timeZone)) return null;
  return (
    <footer className={classes['zone']} data-nf-zone>
      {t('frame.zone', { zone: zoneName(timeZone, language), name: timeZone })}
    </footer>
  );
}
