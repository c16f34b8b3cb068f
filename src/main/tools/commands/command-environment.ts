/** The app's own variables, and those that depend only on how it was started. */
const ownName = /^(?:ELECTRON_|OUTRIGGER_|CHROME_|ORIGINAL_XDG_|NODE_CHANNEL_|NODE_OPTIONS$|npm_|INIT_CWD$)/i;
/** Matches anywhere in a name. */
const secretName =
  /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|PRIVATE|SIGNATURE|WEBHOOK|AUTH(?!OR(?!I))|CONN(?:ECTION)?_?STR/i;
/** Matches whole words of a name. */
const secretWord = /(?:^|_)(?:PASS|PWD|AUTH|PAT|DSN|CREDS?|JWT|SALT|PIN|OTP)(?:_|$)/i;
/** Folders, and the socket of the SSH agent, which signs for the person without revealing a key. */
const harmless = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']);
/** A URL with name and password, or a connection string with a password. */
const secretValue =
  /^[a-z][a-z\d+.-]*:\/\/[^/\s:@]*:[^/\s@]+@|(?:^|[;&?\s])(?:password|pwd|accountkey|sharedaccesskey)=/i;

/** The environment of a program started for a model: the person's, without apparent secrets. */
export function commandEnvironment(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ownName.test(name)) continue;
    if (!harmless.has(name) && (secretName.test(name) || secretWord.test(name))) continue;
    if (secretValue.test(value) && !/_proxy$/i.test(name)) continue;
    kept[name] = value;
  }
  // No pager and no prompt, as nobody could answer.
  Object.assign(kept, { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' });
  // Otherwise a program in the project's folder would take precedence over an installed one.
  if (platform === 'win32') kept.NoDefaultCurrentDirectoryInExePath = '1';
  return kept;
}
