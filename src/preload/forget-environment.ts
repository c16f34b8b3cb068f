/**
 * Electron hands every preload a copy of main's environment, in which the keys of a person's shell may be. Nothing here
 * wants it, and no window is to hold a secret.
 */
for (const name of Object.keys(process.env)) delete process.env[name];
