import { WEB_ROUTE } from '../pages/web-files.ts';
import type { Route } from '../route.ts';
import { ACCOUNT_ROUTES } from './accounts.ts';
import { BULK_ROUTES } from './bulk.ts';
import { CHANGES_ROUTE } from './changes.ts';
import { FAULTS_ROUTE } from './faults.ts';
import { FIRST_RUN_ROUTES } from './first-run.ts';
import { HEALTH_ROUTE } from './health.ts';
import { HOME_ROUTE } from './home.ts';
import { IMPORT_ROUTE } from './import.ts';
import { INTAKE_ROUTES } from './intake.ts';
import { KEY_ROUTES } from './keys.ts';
import { LIVE_ROUTE } from './live.ts';
import { LOCALES_ROUTE } from './locales.ts';
import { MAY_ROUTE } from './may.ts';
import { MODEL_ROUTE } from './model.ts';
import { OPEN_API_ROUTE } from './open-api.ts';
import { PRESENCE_ROUTES } from './presence.ts';
import { RECORD_ROUTES } from './records.ts';
import { SESSION_ROUTES } from './session.ts';
import { SETUP_ROUTES } from './setup.ts';

/** Every address that answers with something else than a page. */
export const ROUTES: readonly Route[] = [
  OPEN_API_ROUTE,
  ...BULK_ROUTES,
  IMPORT_ROUTE,
  ...RECORD_ROUTES,
  ...SESSION_ROUTES,
  ...INTAKE_ROUTES,
  ...SETUP_ROUTES,
  ...FIRST_RUN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  FAULTS_ROUTE,
  LOCALES_ROUTE,
  MODEL_ROUTE,
  MAY_ROUTE,
  HOME_ROUTE,
  CHANGES_ROUTE,
  ...PRESENCE_ROUTES,
  LIVE_ROUTE,
  WEB_ROUTE,
  HEALTH_ROUTE,
];
