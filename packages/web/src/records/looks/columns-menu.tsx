import { Columns3 } from 'lucide-react';
import { LatePopover } from '../../kit/floating/late-popover.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { ColumnsBoxProps } from './columns-box.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const ColumnsBox = lateComponent(
  withLateTexts(async () => (await import('./columns-box.tsx')).ColumnsBox),
  Loading,
);

interface ColumnsMenuProps extends ColumnsBoxProps {
  readonly className: string | undefined;
}

/** The button that opens the choice of the columns. */
export function ColumnsMenu({ className, ...props }: ColumnsMenuProps) {
  const { t } = useTexts();
  return (
    <LatePopover
      look={{ label: t('looks.columns'), position: 'bottom-end', width: 340 }}
      target={(target) => (
        <button type="button" className={className} data-nf-columns {...target}>
          <Columns3 size={16} aria-hidden />
          <span>{t('looks.columns')}</span>
        </button>
      )}
    >
      <ColumnsBox {...props} />
    </LatePopover>
  );
}
