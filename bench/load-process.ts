import { load, type Order } from './load.ts';

/** Loads a server from a process of its own. The order comes in as a message, the result goes out as one. */
process.once('message', (order) => {
  load(order as Order).then(
    (result) => process.send?.(result, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
