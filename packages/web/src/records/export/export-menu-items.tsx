import { Menu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { isFiles, isLines, type Entity, type Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './export.module.css';
import { EXPORT_FORMS, type ExportChoice, type ExportPurpose } from './export-query.ts';

/** A page about a list. */
export interface ListPage {
  readonly path: string;
  readonly text: string;
  readonly Glyph: LucideIcon;
}

interface ExportMenuItemsProps {
  readonly entity: Entity;
  /** Where a file is downloaded from. */
  readonly address: (choice: ExportChoice) => string;
  readonly onSheet: (purpose: ExportPurpose) => void;
  readonly pages: readonly ListPage[];
}

/** Whether records with these fields hold files, or their lines do. */
function holdsFiles(fields: Readonly<Record<string, Field>>): boolean {
  return Object.values(fields).some((field) => isFiles(field) || (isLines(field) && holdsFiles(field.fields)));
}

/** The files in which the records of a list can be saved, by what they are for, and other pages about the list. */
export function ExportMenuItems({ entity, address, onSheet, pages }: ExportMenuItemsProps) {
  const { t } = useTexts();
  const holds = entity.comments !== null || holdsFiles(entity.fields);
  const item = (choice: ExportChoice) => {
    const marks = { 'data-nf-export-as': choice.format, 'data-nf-export-for': choice.purpose };
    const text = choice.format === 'zip' ? t('files.archive') : t(`list.export_${choice.format}`);
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
  const files = EXPORT_FORMS.map(({ purpose, formats }, index) => (
    <fieldset key={purpose} className={styles['purpose']} aria-labelledby={`nf-export-${purpose}`}>
      {index > 0 && <Menu.Divider />}
      <Menu.Label id={`nf-export-${purpose}`}>{t(`list.export_${purpose}`)}</Menu.Label>
      {formats.filter((format) => format !== 'zip' || holds).map((format) => item({ purpose, format }))}
    </fieldset>
  ));
  return (
    <>
      {files}
      {pages.length > 0 && <Menu.Divider />}
      {pages.map(({ path, text, Glyph }) => (
        <Menu.Item key={path} component={Link} to={path} leftSection={<Glyph size={16} aria-hidden />}>
          {text}
        </Menu.Item>
      ))}
    </>
  );
}
