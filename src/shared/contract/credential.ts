/** What is shown of keys and of signing in. No record here ever holds a secret. All text of extensions is shown as text. */

/** Who asks, as main knows it: from the manifest that main read, not from the message that asked. */
export interface ProviderOwner {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly providerId: string;
  readonly providerName: string;
}

export interface CredentialRequest extends ProviderOwner {
  readonly id: string;
  readonly credentialType: 'api-key' | 'oauth-token';
  readonly label: string;
  readonly placeholder: string;
  /** Where a key can be had; https only. */
  readonly helpUrl?: string | undefined;
  /** There is a key already, which stays until the new one is accepted. */
  readonly replaces: boolean;
  /** `session`: no keyring answers here, so it is kept until the app quits. */
  readonly keptIn: 'keychain' | 'session';
}

/** One key: of a provider that is listed, or of an extension that is not here any more. */
export interface CredentialSummary extends ProviderOwner {
  readonly label: string;
  /** `environment`: an allowed variable holds it, which wins. null: there is none. */
  readonly keptIn: 'keychain' | 'session' | 'environment' | null;
  /** The variable, when it is kept in the environment. */
  readonly variable?: string | undefined;
  /** Where a new key would be kept. */
  readonly destination: 'keychain' | 'session';
  /** Why it could not be read, in a sentence; it is unchanged. */
  readonly problem?: string | undefined;
  /** The extension it was given to is not here any more, or another has taken its id: where that one was. */
  readonly leftBehindBy?: string | undefined;
}

/** May an extension read a variable of the environment? Asked once for each; the answer is kept and can be changed. */
export interface VariableQuestion extends ProviderOwner {
  readonly id: string;
  readonly variable: string;
}

export interface VariableState {
  readonly name: string;
  /** Whether the app was started with it. */
  readonly isPresent: boolean;
  readonly decision: 'allowed' | 'denied' | 'undecided';
}

/** A sign-in that goes on outside the app, and is shown in it meanwhile. */
export type SignIn = ProviderOwner & { readonly id: string } & (
    | {
        readonly type: 'browser';
        /** Where the browser was sent. */
        readonly url: string;
        readonly endsAt: number;
      }
    | {
        readonly type: 'device';
        readonly userCode: string;
        readonly verificationUrl: string;
        readonly headline: string;
        readonly description: string;
        readonly connectButtonLabel: string;
        readonly endsAt: number;
      }
    /** Nothing is asked of the person, for a while already. */
    | { readonly type: 'working' }
    | { readonly type: 'done'; readonly headline: string; readonly message: string }
    | { readonly type: 'failed'; readonly message: string }
  );

/** The page of one provider in Settings. */
export interface ProviderPage extends ProviderOwner {
  /** null: the extension has not answered. */
  readonly isAuthenticated: boolean | null;
  /** By the browser or with a code, says its manifest; else with a key. */
  readonly signsIn?: boolean | undefined;
  readonly problem?: string | undefined;
  readonly offBecause?: string | undefined;
  readonly modelCount: number;
  /** null: the manifest says nothing of keys. */
  readonly credential: CredentialSummary | null;
  readonly variables: readonly VariableState[];
  /** Markdown of the extension, "" without any. */
  readonly markdown: string;
}
