import { narrow, type Model, type Rights, type RuntimeRight } from '@ninefold/model';
import { bulkActions, bulkBody, BULK_SCHEMAS } from './bulk-schemas.ts';
import { IN_CALL_SECURITY, IN_CALLS_TAG, inCallPaths } from './in-call-paths.ts';
import { IMPORT_SCHEMAS } from './import-schemas.ts';
import { entitySchemas, SCHEMA_NAMES } from './entity-schemas.ts';
import type { JsonSchema } from './json-schema.ts';
import { OFFERS_TAG, offerPaths } from './offer-paths.ts';
import { batchPath, entityPaths } from './operations.ts';
import { SHARED_PARAMETERS } from './parameters.ts';
import { usedComponents } from './used-components.ts';
import { sharedSchemas } from './shared-components.ts';

/** Where and for whom a document is written. */
export interface OpenApiPlace {
  /** The document describes only what these rights may do. The model must be narrowed to them. */
  readonly rights: Rights;
  /** A text of the application by its key (`entities.ticket.label`), or null. */
  readonly text: (key: string) => string | null;
  /** The address of the application, `https://desk.example`. */
  readonly server: string;
}

const SETS_UP: readonly RuntimeRight[] = ['operate', 'spec'];

/**
 * The OpenAPI 3.1 document of a running application for one set of rights. What other systems call is described to those who set them
 * up: who may operate the application or read its specification. Source: https://spec.openapis.org/oas/v3.1.1
 */
export function openApi(whole: Model, { rights, text, server }: OpenApiPlace): JsonSchema {
  const model = narrow(whole, rights);
  const entities = Object.values(model.entities);
  const label = (key: string, id: string): string => text(key) ?? id;
  const describing = { model, rights, label };
  const own: JsonSchema = Object.assign({}, ...entities.map((entity) => entityPaths(entity, describing)));
  const writable = entities.filter((entity) => bulkActions(entity, rights).length > 0);
  const taken = SETS_UP.some((right) => rights.runtime.includes(right)) ? inCallPaths(whole, label) : {};
  const isCalled = Object.keys(taken).length > 0;
  const offers = entities.length === 0 ? {} : offerPaths(model);
  const paths = { ...own, ...offers, ...(writable.length === 0 ? {} : { '/api/batch': batchPath(model) }), ...taken };
  const schemas: Readonly<Record<string, JsonSchema>> = Object.assign(
    sharedSchemas(model),
    BULK_SCHEMAS,
    IMPORT_SCHEMAS,
    ...entities.map((entity) => entitySchemas(entity, rights)),
    ...writable.map((entity) => ({ [SCHEMA_NAMES.bulk(entity.id)]: bulkBody(entity, rights) })),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: label('purpose.name', model.name),
      version: model.hash,
      ...(model.purpose.does === null ? {} : { description: label('purpose.does', model.purpose.does) }),
      license: { name: 'Not stated', identifier: 'LicenseRef-not-stated' },
    },
    servers: [{ url: server }],
    tags: [
      ...entities.map(({ id }) => ({ name: id, description: label(`entities.${id}.label_many`, id) })),
      ...(writable.length === 0 ? [] : [{ name: 'batch', description: 'Several writes in one transaction.' }]),
      ...(entities.length === 0 ? [] : [{ name: OFFERS_TAG, description: 'What may be picked for a reference.' }]),
      ...(isCalled ? [{ name: IN_CALLS_TAG, description: 'What other systems call, each with its own secret.' }] : []),
    ],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: `${model.name}_session` },
        key: { type: 'http', scheme: 'bearer', description: 'An API key, made on the page /_/keys.' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
        ...(isCalled ? IN_CALL_SECURITY : {}),
      },
      ...usedComponents(paths, { parameters: SHARED_PARAMETERS, schemas }),
    },
  };
}
