/** Entry of the worker of one instance of a component. */
postMessage(null);
