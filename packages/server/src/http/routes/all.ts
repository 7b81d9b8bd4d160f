import { WEB_ROUTE } from '../pages/web-files.ts';
import type { Route } from '../service/route.ts';
import { ACCESS_ROUTE } from './people/access.ts';
import { ACCOUNT_ROUTES } from './people/accounts.ts';
import { AUDIT_ROUTE } from './audit.ts';
import { BLOCK_ROUTE } from './blocks.ts';
import { BULK_ROUTES } from './records/bulk.ts';
import { CHANGES_ROUTE } from './records/changes.ts';
import { COMMENT_ROUTES } from './records/comments.ts';
import { DUE_ROUTE } from './records/due.ts';
import { DEPUTY_ROUTES } from './people/deputies.ts';
import { FAULTS_ROUTE } from './faults.ts';
import { FIRST_RUN_ROUTES } from './people/first-run.ts';
import { HEALTH_ROUTES } from './health.ts';
import { HOME_ROUTE } from './home.ts';
import { HOLIDAYS_ROUTE } from './holidays.ts';
import { FILE_ROUTES } from './records/files.ts';
import { IMPORT_ROUTE } from './records/import.ts';
import { IN_CALL_ROUTE } from './in-calls.ts';
import { INSTALL_ROUTES } from './installing.ts';
import { INTAKE_ROUTES } from './intake.ts';
import { KEY_ROUTES } from './people/keys.ts';
import { LIMIT_ROUTES } from './limits.ts';
import { LIST_VIEW_ROUTES } from './people/list-views.ts';
import { LIVE_ROUTE } from './live.ts';
import { LOCALES_ROUTE } from './locales.ts';
import { MAY_MANY_ROUTE, MAY_ROUTE } from './people/may.ts';
import { MODEL_ROUTE } from './model.ts';
import { NOTIFICATION_ROUTES } from './people/notifications.ts';
import { OPEN_API_ROUTE } from './open-api.ts';
import { OPERATE_ROUTES } from './operate.ts';
import { PRESENCE_ROUTES } from './records/presence.ts';
import { RECORD_ROUTES } from './records/records.ts';
import { SESSION_ROUTES } from './people/session.ts';
import { STOP_ROUTES } from './people/stop.ts';
import { SUBSCRIPTION_ROUTES } from './people/subscriptions.ts';
import { SETUP_ROUTES } from './people/setup.ts';
import { TILES_ROUTE } from './tiles.ts';

/** Every address that answers with something else than a page. */
export const ROUTES: readonly Route[] = [
  OPEN_API_ROUTE,
  ...BULK_ROUTES,
  IMPORT_ROUTE,
  ...COMMENT_ROUTES,
  ...FILE_ROUTES,
  ...RECORD_ROUTES,
  ...SESSION_ROUTES,
  ...INTAKE_ROUTES,
  IN_CALL_ROUTE,
  ...SETUP_ROUTES,
  ...FIRST_RUN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DEPUTY_ROUTES,
  ...LIMIT_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...STOP_ROUTES,
  ...LIST_VIEW_ROUTES,
  TILES_ROUTE,
  HOLIDAYS_ROUTE,
  AUDIT_ROUTE,
  FAULTS_ROUTE,
  ...OPERATE_ROUTES,
  LOCALES_ROUTE,
  MODEL_ROUTE,
  MAY_ROUTE,
  MAY_MANY_ROUTE,
  ACCESS_ROUTE,
  HOME_ROUTE,
  BLOCK_ROUTE,
  DUE_ROUTE,
  CHANGES_ROUTE,
  ...PRESENCE_ROUTES,
  LIVE_ROUTE,
  WEB_ROUTE,
  ...INSTALL_ROUTES,
  ...HEALTH_ROUTES,
];
