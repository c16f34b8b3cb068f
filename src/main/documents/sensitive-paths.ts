/**
 * Files that hold what lets others in: keys, passwords, tokens. They are asked for before they are read, also in the
 * folder. Names are compared in small letters.
 */
const names = new RegExp(
  `^(?:${[
    // Settings of the environment, also their copies.
    '\\.env(?!.*\\.(?:example|sample|template|dist|defaults)$)(?!.*\\.d\\.ts$).*|.*\\.env(?:\\.(?:local|dev|development|prod|production|staging|test))?|\\.dev\\.vars',
    // Private keys and stores of them.
    '(?:id|ssh_host)_(?:rsa|dsa|ecdsa|ed25519)(?!.*\\.pub$).*|(?:.*[-_.])?deploy[-_]key|.*\\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|gpg|pgp|ovpn)',
    // What programs sign in with.
    '\\.(?:npmrc|yarnrc|yarnrc\\.yml|pypirc|netrc|git-credentials|pgpass|my\\.cnf|mylogin\\.cnf|htpasswd|dockercfg|boto|s3cfg|vault-token|terraformrc|curlrc|wgetrc|authinfo|msmtprc)|_netrc|auth\\.json|nuget\\.config',
    '\\.?(?:credentials?|secrets?|client[-_]secrets?|service[-_]?account|passwords?)(?:[-_.].*)?\\.(?:json|ya?ml|toml|ini|cfg|conf|xml|txt|properties)|.*\\.?kubeconfig|.*[-_]secrets?\\.(?:json|ya?ml|toml|ini)|local\\.settings\\.json',
    '.*\\.tfvars(?:\\.json)?|.*\\.tfstate(?:\\..*)?',
    // What was typed.
    '\\..*_history',
  ].join('|')})$`,
);
/** Folders of which everything counts. */
const folders = new Set(['.ssh', '.gnupg', '.kube', '.gcloud', '.password-store', '.envs']);
/** A name that counts in a folder of this name. */
const inFolder: Readonly<Record<string, RegExp>> = {
  '.git': /^(?:config|credentials)/,
  '.hg': /^hgrc$/,
  '.svn': /^auth$/,
  '.cargo': /^credentials/,
  '.aws': /^(?:credentials|config|sso|cli)/,
  '.docker': /^config\.json/,
  '.gem': /^credentials/,
  '.m2': /^settings/,
  '.gradle': /^gradle\.properties$/,
  '.config': /^(?:gcloud|gh|hub|git|op)$/,
};
/** As they are compared, and as Windows takes them. */
const namesOf = (path: string): string[] =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .map((name) => name.replace(/[. ]+$/, ''));

/** @param path with "/", of any kind */
export function isSensitivePath(path: string): boolean {
  const parts = namesOf(path);
  // What a copy is called that an editor or a person has kept.
  const last = (parts.at(-1) ?? '').replace(/(?:~|\.(?:bak|backup|old|orig|save|swp|tmp|copy|\d+))+$/, '');
  return (
    names.test(last) ||
    parts.some(
      (name, at) =>
        folders.has(name) ||
        parts.slice(0, at).some((folder) => Object.hasOwn(inFolder, folder) && inFolder[folder]?.test(name)),
    )
  );
}

/** A folder under whose name files count that would not under another. @param path with "/" */
export const isSecretFolder = (path: string): boolean => {
  const name = namesOf(path).at(-1) ?? '';
  return folders.has(name) || Object.hasOwn(inFolder, name);
};
