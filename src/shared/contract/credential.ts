/** What the credential dialog shows. No record here ever holds a secret. */
export interface CredentialRequest {
  readonly id: string;
  readonly extensionId: string;
  /** From the manifest that main read, not from the message that asked. */
  readonly extensionName: string;
  readonly providerName: string;
  readonly label: string;
  readonly placeholder: string;
  /** `session`: no keyring answers here, so it is kept until the app quits. */
  readonly keptIn: 'keychain' | 'session';
}

export interface CredentialSummary {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly providerId: string;
  readonly providerName: string;
  readonly label: string;
  readonly isSet: boolean;
  readonly keptIn: 'keychain' | 'session';
}
