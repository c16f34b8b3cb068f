/**
 * Files with credentials: keys, passwords, tokens. A person is asked before they are read, also inside the folder.
 * Names are compared in lower case.
 */
const names = new RegExp(
  `^(?:${[
    // Environment files and their copies.
    '\\.env(?!.*\\.(?:example|sample|template|dist|defaults)$)(?!.*\\.d\\.ts$).*|.*\\.env(?:\\.(?:local|dev|development|prod|production|staging|test))?|\\.dev\\.vars',
    // Private keys and key stores.
    '(?:id|ssh_host)_(?:rsa|dsa|ecdsa|ed25519)(?!.*\\.pub$).*|(?:.*[-_.])?deploy[-_]key|.*\\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|gpg|pgp|ovpn)',
    // Credentials of programs.
    '\\.(?:npmrc|yarnrc|yarnrc\\.yml|pypirc|netrc|git-credentials|pgpass|my\\.cnf|mylogin\\.cnf|htpasswd|dockercfg|boto|s3cfg|vault-token|terraformrc|curlrc|wgetrc|authinfo|msmtprc)|_netrc|auth\\.json|nuget\\.config',
    '\\.?(?:credentials?|secrets?|client[-_]secrets?|service[-_]?account|passwords?)(?:[-_.].*)?\\.(?:json|ya?ml|toml|ini|cfg|conf|xml|txt|properties)|.*\\.?kubeconfig|.*[-_]secrets?\\.(?:json|ya?ml|toml|ini)|local\\.settings\\.json',
    '.*\\.tfvars(?:\\.json)?|.*\\.tfstate(?:\\..*)?',
    // Histories of typed commands.
    '\\..*_history',
  ].join('|')})$`,
);
/** Folders whose whole content is sensitive. */
const folders = new Set(['.ssh', '.gnupg', '.kube', '.gcloud', '.password-store', '.envs']);
/** Sensitive names within a folder of the given name. */
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
/** Normalized for comparison, without trailing dots and spaces, which Windows ignores. */
const namesOf = (path: string): string[] =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .map((name) => name.replace(/[. ]+$/, ''));

/** @param path with "/", absolute or relative */
export function isSensitivePath(path: string): boolean {
  const parts = namesOf(path);
  // Without the suffix of a copy made by an editor or a person.
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

/** Whether files are sensitive because of this folder's name, so that renaming it matters. @param path with "/" */
export const isSecretFolder = (path: string): boolean => {
  const name = namesOf(path).at(-1) ?? '';
  return folders.has(name) || Object.hasOwn(inFolder, name);
};
