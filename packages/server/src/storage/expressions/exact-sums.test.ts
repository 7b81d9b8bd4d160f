import { sqliteEngine } from './testing/sqlite-engine.ts';
import { sumsExactly } from './testing/sums.ts';

sumsExactly(sqliteEngine);
