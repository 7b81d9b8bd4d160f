import { Menu } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './export.module.css';
import { EXPORT_FORMS, type ExportChoice, type ExportPurpose } from './export-query.ts';

interface ExportMenuItemsProps {
  /** Where a file is downloaded from. */
  readonly address: (choice: ExportChoice) => string;
  readonly onSheet: (purpose: ExportPurpose) => void;
}

/** The files in which the records of a list can be saved, by what they are for. */
export function ExportMenuItems({ address, onSheet }: ExportMenuItemsProps) {
  const { t } = useTexts();
  const item = (choice: ExportChoice) => {
    const marks = { 'data-nf-export-as': choice.format, 'data-nf-export-for': choice.purpose };
    const text = t(`list.export_${choice.format}`);
    if (choice.format === 'xlsx')
      return (
        <Menu.Item key={choice.format} onClick={() => onSheet(choice.purpose)} {...marks}>
          {text}
        </Menu.Item>
      );
    return (
      <Menu.Item key={choice.format} component="a" href={address(choice)} download {...marks}>
        {text}
      </Menu.Item>
    );
  };
  return EXPORT_FORMS.map(({ purpose, formats }, index) => (
    <fieldset key={purpose} className={styles['purpose']} aria-labelledby={`nf-export-${purpose}`}>
      {index > 0 && <Menu.Divider />}
      <Menu.Label id={`nf-export-${purpose}`}>{t(`list.export_${purpose}`)}</Menu.Label>
      {formats.map((format) => item({ purpose, format }))}
    </fieldset>
  ));
}
