export function activate() {
  throw new Error('This extension throws when it is activated.');
}
