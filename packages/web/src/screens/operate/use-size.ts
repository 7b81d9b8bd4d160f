import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

const KILOBYTE = 1000;

/** Gives bytes as people read them: `1.2 MB`; what is not known is a dash. */
export function useSize(): (bytes: number | null) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (bytes) => {
    if (bytes === null) return '–';
    const isLarge = bytes >= KILOBYTE ** 2;
    const number = bytes / (isLarge ? KILOBYTE ** 2 : KILOBYTE);
    const shown = isLarge ? format.number(number.toFixed(1), 1) : format.number(Math.ceil(number), 0);
    return t(isLarge ? 'operate.megabytes' : 'operate.kilobytes', { number: shown });
  };
}
