import { load, type Order } from './load.ts';

/** Loads a server from a process of its own: the order comes as a message, the result goes back as one. */
process.once('message', (order) => {
  load(order as Order).then(
    (result) => process.send?.(result, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
