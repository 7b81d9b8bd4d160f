import type { FileField, FilesField } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { namesAt } from '../reading/read.ts';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

function accepted(ctx: Context, map: LocatedMap): { readonly accept: readonly string[] } {
  return { accept: namesAt(ctx, map, 'accept').map(({ text }) => text) };
}

export const fileDefinition: FieldDefinition<FileField> = {
  ...PLAIN_DEFINITION,
  keys: ['accept'],
  build: accepted,
  may: NOTHING,
};

export const filesDefinition: FieldDefinition<FilesField> = {
  ...PLAIN_DEFINITION,
  keys: ['accept'],
  build: accepted,
  within: { part: false, line: false, input: true },
  may: NOTHING,
};
