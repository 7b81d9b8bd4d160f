import { Menu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { isFiles, isLines, type Entity, type Field } from '@ninefold/model';
import type { Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './export.module.css';
import { EXPORT_FORMS, type ExportChoice, type ExportPurpose } from './export-query.ts';
import { saveExport } from './save-export.ts';

/** A page about a list. */
export interface ListPage {
  readonly path: string;
  readonly text: string;
  readonly Glyph: LucideIcon;
}

/** Downloads what was chosen, and gives what failed. */
export type SaveExport = () => Promise<Failure | null>;

interface ExportMenuItemsProps {
  readonly entity: Entity;
  /** The query of the call, without its format, for each purpose. */
  readonly query: (purpose: ExportPurpose) => URLSearchParams;
  readonly onChosen: (save: SaveExport) => void;
  readonly pages: readonly ListPage[];
}

/** Whether records with these fields hold files, or their lines do. */
function holdsFiles(fields: Readonly<Record<string, Field>>): boolean {
  return Object.values(fields).some((field) => isFiles(field) || (isLines(field) && holdsFiles(field.fields)));
}

/** The files in which the records of a list can be saved, by what they are for, and other pages about the list. */
export function ExportMenuItems({ entity, query, onChosen, pages }: ExportMenuItemsProps) {
  const { t } = useTexts();
  const dispatch = useAppDispatch();
  const address = ({ purpose, format }: ExportChoice): string =>
    `/api/${entity.id}?${new URLSearchParams([...query(purpose), ['format', format]]).toString()}`;
  const choose = (choice: ExportChoice): void => {
    const wanted = { entity: entity.id, format: choice.format, address: address(choice) };
    onChosen(() => saveExport(dispatch, wanted));
  };
  const holds = entity.comments !== null || holdsFiles(entity.fields);
  const item = (choice: ExportChoice) => {
    const marks = { 'data-nf-export-as': choice.format, 'data-nf-export-for': choice.purpose };
    const text = choice.format === 'zip' ? t('files.archive') : t(`list.export_${choice.format}`);
    if (choice.format === 'xlsx')
      return (
        <Menu.Item key={choice.format} onClick={() => choose(choice)} {...marks}>
          {text}
        </Menu.Item>
      );
    return (
      <Menu.Item
        key={choice.format}
        component="a"
        href={address(choice)}
        download
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          choose(choice);
        }}
        {...marks}
      >
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
