import { CloseButton } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './filters.module.css';

interface ChipProps {
  readonly text: string;
  readonly title?: string;
  readonly onDrop: () => void;
  /** For tests. */
  readonly hook: string;
}

/** One thing that a list is narrowed by, and a way to drop it. */
export function Chip({ text, title, onDrop, hook }: ChipProps) {
  const { t } = useTexts();
  return (
    <li className={styles['chip']} data-nf-chip={hook} title={title}>
      <span>{text}</span>
      <CloseButton size="sm" aria-label={t('list.drop', { text })} onClick={onDrop} />
    </li>
  );
}
