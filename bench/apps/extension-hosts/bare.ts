/** The floor: a utility process that says that it is there, and stays until it is ended. */
process.parentPort.on('message', () => undefined);
process.parentPort.postMessage('here');
