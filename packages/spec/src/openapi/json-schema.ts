import { isList } from '@ninefold/model';
/** A JSON Schema (draft 2020-12) or a part of an OpenAPI document: plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A schema object. */
export type JsonSchema = { readonly [name: string]: Json };

/** A reference to a schema of the document's components. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The same schema, with null for a blank value. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: options } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const nullable = { ...schema, type: [type, 'null'] };
  return isList(options) ? { ...nullable, enum: [...options, null] } : nullable;
}
