import type { CredentialSummary } from '../../shared/contract/credential.ts';

/** Where a key is kept, in words. */
export function keyPlace({ keptIn, variable, problem }: CredentialSummary): string {
  switch (keptIn) {
    case 'keychain':
      return 'In your system keychain';
    case 'session':
      return 'Kept until you quit';
    case 'environment':
      return `From the environment variable ${variable}, which wins over a key that is kept here`;
    case null:
      return problem === undefined ? 'Not set' : 'Not read';
  }
}
