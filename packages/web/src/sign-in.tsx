import './kit/theme/layers.css';
import './kit/theme/global.css';
import 'virtual:theme.css';
import './kit/theme/print.css';
import { startSignIn } from './shell/sign-in/start-sign-in.tsx';
import { guardConversions } from './kit/keyboard/ime.ts';
import { reportFault, watchFaults } from './base/faults/faults.ts';

watchFaults();
guardConversions();
const root = document.getElementById('root');
if (root) startSignIn(root).catch((error: unknown) => reportFault(error, { kind: 'start' }));
