import { addsAMillion } from './testing/million.ts';
import { postgresEngine } from './testing/postgres-engine.ts';

addsAMillion(postgresEngine);
