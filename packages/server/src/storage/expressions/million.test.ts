import { addsAMillion } from './testing/million.ts';
import { sqliteEngine } from './testing/sqlite-engine.ts';

addsAMillion(sqliteEngine);
