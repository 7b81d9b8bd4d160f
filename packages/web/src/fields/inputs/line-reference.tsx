import { Select } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { ChevronsUpDown } from 'lucide-react';
import {
  holds,
  idOf,
  innerFields,
  memberOf,
  namingField,
  recordBeside,
  type Entity,
  type LineReferenceField,
} from '@ninefold/model';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTypeAhead } from '../../kit/controls/use-type-ahead.ts';
import { titleOf } from '../cells/record-link.tsx';
import { aria, type InputProps } from '../contract/input-kind.ts';
import { linesOf, type Line } from '../contract/lines.ts';

/** One of the lines of the record that stands in the part beside it. */
export function LineReferenceInput(props: InputProps<LineReferenceField>) {
  const { field, place, scope, value, onChange, onBlur, invalid, required } = props;
  const { t } = useTexts();
  const entity = useModel().entities[field.to];
  const typeAhead = useTypeAhead();
  const name = place.lines !== undefined ? 'line' : place.transition !== undefined ? 'input' : 'record';
  const holder = scope[name] ?? {};
  const beside = recordBeside(field);
  const record = idOf(memberOf({ ...holder }, beside));
  const { currentData } = useRecordQuery(record === null ? skipToken : { entity: field.to, id: record });
  const isOffered = (line: Line): boolean => {
    const seen = { ...scope, [name]: { ...holder, [beside]: currentData, [field.id]: line } };
    return idOf(line) === idOf(value) || field.where === null || holds(field.where, seen) !== false;
  };
  const options = linesOf(currentData?.[field.toLines]).flatMap((line, index) => {
    const id = idOf(line);
    return id === null || !isOffered(line) ? [] : [{ value: id, label: nameOf(entity, field, line, index) }];
  });
  const chosen = options.find((option) => option.value === idOf(value));
  const { id, ...attributes } = aria(props);
  return (
    <Select
      id={id}
      attributes={{ input: attributes }}
      data={options}
      value={chosen?.value ?? null}
      onChange={(picked, option) => onChange(picked === null ? null : { id: picked, title: option?.label ?? '' })}
      onKeyDown={typeAhead}
      onBlur={onBlur}
      error={invalid}
      disabled={record === null}
      placeholder={t('inputs.choose')}
      clearable={!required}
      clearButtonProps={{ 'aria-label': t('inputs.clear') }}
      allowDeselect={false}
      rightSection={required || chosen === undefined ? <ChevronsUpDown size={14} aria-hidden /> : undefined}
      rightSectionPointerEvents={required || chosen === undefined ? 'none' : 'all'}
    />
  );
}

/** As the server names it: by its number and what it is about. */
function nameOf(entity: Entity | undefined, { toLines }: LineReferenceField, line: Line, index: number): string {
  const naming = namingField(innerFields(entity?.fields[toLines]));
  const about = naming === null ? null : (line[naming.id] ?? null);
  return `#${String(index + 1)} ${titleOf(about) ?? (typeof about === 'string' ? about : '')}`.trim();
}
