import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { FileField, FilesField } from '../ir/file-field.ts';
import { fileIn, isAccepted, isComing, namedFile } from '../values/stored-file.ts';
import { idOf, isHolder, isList, isMap, sameList, type Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypedCell, TypedContext, TypeRules, ValueSchema } from './rules.ts';
import { typedParts, typedText } from './text-rules.ts';

const COMING = v.never(errorId('file_not_here'));

/** A file by its id, once it has arrived; one of which more is known is of a kind that the field accepts. */
function fileSchema({ accept }: FileField | FilesField): ValueSchema {
  const here = v.pipe(
    v.looseObject(
      {
        id: v.pipe(
          v.string(errorId('bad_type')),
          v.minLength(1, errorId('bad_type')),
          v.maxLength(100, errorId('bad_type')),
        ),
      },
      errorId('bad_type'),
    ),
    v.check((given) => isOfKind(accept, given), errorId('wrong_kind')),
  );
  return v.lazy((given) => (isComing(given) ? COMING : here));
}

function isOfKind(accept: readonly string[], given: object): boolean {
  const type: unknown = 'type' in given ? given.type : undefined;
  return typeof type !== 'string' || isAccepted(accept, type);
}

function fileToWire(value: Value): Wire {
  return isHolder(value) ? fileIn({ ...value }) : null;
}

function isBlank(value: Wire | undefined): boolean {
  return value === null || value === undefined;
}

/** What an export for programs has written into a cell: the JSON of a file, or of several. */
function written(cell: TypedCell, json: TypedContext['json']): Wire | undefined {
  const value = json(typedText(cell));
  return value !== undefined && (isList(value) || isMap(value)) ? value : undefined;
}

/** In texts a file is its id, or its JSON: nobody brings a new one by a text. */
export const fileRules: TypeRules<FileField> = {
  kind: 'string',
  type: () => ({ kind: 'file' }),
  normal: namedFile,
  schema: fileSchema,
  toWire: fileToWire,
  // What is no file is not the same as none.
  same: (a, b) => idOf(a) === idOf(b) && isBlank(a) === isBlank(b),
  bounded: 'bytes',
  read: null,
  typed: (cell, _, { json }) => written(cell, json) ?? typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, files: true },
};

export const filesRules: TypeRules<FilesField> = {
  kind: 'object',
  type: () => ({ kind: 'list', of: { kind: 'file' } }),
  normal: (value) => (value === null ? [] : Array.isArray(value) ? value.map(namedFile) : value),
  schema: (field) => v.array(fileSchema(field), errorId('bad_type')),
  toWire: (value) => (Array.isArray(value) ? value.map(fileToWire) : []),
  same: (a, b) => sameList(a, b, (x, y) => idOf(x) === idOf(y)),
  bounded: 'count',
  read: null,
  typed: (cell, _, { json }) => written(cell, json) ?? typedParts(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, count: 'many', files: true },
};
