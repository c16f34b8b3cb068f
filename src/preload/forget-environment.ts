/**
 * Electron gives every preload a copy of main's environment, which may have keys from the person's shell. Preloads do
 * not need it, and no window may have a secret.
 */
for (const name of Object.keys(process.env)) delete process.env[name];
