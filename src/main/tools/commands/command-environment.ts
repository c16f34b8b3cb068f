/** The app's own, which are for nobody else, and those that only the way it was started has left. */
const ownName = /^(?:ELECTRON_|OUTRIGGER_|CHROME_|ORIGINAL_XDG_|NODE_CHANNEL_|NODE_OPTIONS$|npm_|INIT_CWD$)/i;
/** Anywhere in a name. */
const secretName =
  /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|PRIVATE|SIGNATURE|WEBHOOK|AUTH(?!OR(?!I))|CONN(?:ECTION)?_?STR/i;
/** As one of its words. */
const secretWord = /(?:^|_)(?:PASS|PWD|AUTH|PAT|DSN|CREDS?|JWT|SALT|PIN|OTP)(?:_|$)/i;
/** The folder, and the socket of the agent that signs for the person without showing a key. */
const harmless = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']);
/** An address with a name and a password in it, or a list of settings with one. */
const secretValue =
  /^[a-z][a-z\d+.-]*:\/\/[^/\s:@]*:[^/\s@]+@|(?:^|[;&?\s])(?:password|pwd|accountkey|sharedaccesskey)=/i;

/** What a program that is started for a model finds: the person's environment without what looks like a secret. */
export function commandEnvironment(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ownName.test(name)) continue;
    if (!harmless.has(name) && (secretName.test(name) || secretWord.test(name))) continue;
    if (secretValue.test(value) && !/_proxy$/i.test(name)) continue;
    kept[name] = value;
  }
  // Nobody is there to page through, or to be asked.
  Object.assign(kept, { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' });
  // Else a program of the project would run in the place of one that is installed.
  if (platform === 'win32') kept.NoDefaultCurrentDirectoryInExePath = '1';
  return kept;
}
