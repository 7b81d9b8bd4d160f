import { useEffect, useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './loading.module.css';

const SILENT_MS = 300;
const LONG_MS = 10_000;

/** Nothing for the first 300 ms, then a thin bar, and words after ten seconds. */
export function Loading() {
  const { t } = useTexts();
  const [stage, setStage] = useState<'silent' | 'bar' | 'long'>('silent');
  useEffect(() => {
    const timers = [setTimeout(() => setStage('bar'), SILENT_MS), setTimeout(() => setStage('long'), LONG_MS)];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'silent') return null;
  return (
    <div className={classes['loading']}>
      <div className={classes['bar']} />
      <p className={stage === 'long' ? undefined : 'nf-hidden'}>
        {t(stage === 'long' ? 'loading.long' : 'loading.text')}
      </p>
    </div>
  );
}
