/** Keys and sign-ins as they are shown. No record here holds a secret. Texts of extensions are never markup. */

/** The provider that asks, as main read it from the manifest, never from the message. */
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
  /** Page where a key can be obtained; https only. */
  readonly helpUrl?: string | undefined;
  /** There is a key already, which is kept until the new one is accepted. */
  readonly replaces: boolean;
  /** `session`: there is no keyring here, so the key is kept until the app quits. */
  readonly keptIn: 'keychain' | 'session';
}

/** A key: of a listed provider, or of an extension that is gone. */
export interface CredentialSummary extends ProviderOwner {
  readonly label: string;
  /** `environment`: from an allowed variable, which takes precedence. null: there is no key. */
  readonly keptIn: 'keychain' | 'session' | 'environment' | null;
  /** Name of the variable, for `environment`. */
  readonly variable?: string | undefined;
  /** Store for a new key. */
  readonly destination: 'keychain' | 'session';
  /** Why the key could not be read, in a sentence; it is unchanged. */
  readonly problem?: string | undefined;
  /** Location of the extension the key was given to, if that is gone or another has taken its id. */
  readonly leftBehindBy?: string | undefined;
}

/**
 * Asks whether an extension may read an environment variable. Asked once each; the answer is kept and can be changed.
 */
export interface VariableQuestion extends ProviderOwner {
  readonly id: string;
  readonly variable: string;
}

export interface VariableState {
  readonly name: string;
  /** Whether the variable was in the app's environment at start. */
  readonly isPresent: boolean;
  readonly decision: 'allowed' | 'denied' | 'undecided';
}

/** A sign-in in progress outside the app, with its state for display. */
export type SignIn = ProviderOwner & { readonly id: string } & (
    | {
        readonly type: 'browser';
        /** Address opened in the browser. */
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
    /** Longer work of the sign-in that needs nothing of the person. */
    | { readonly type: 'working' }
    | { readonly type: 'done'; readonly headline: string; readonly message: string }
    | { readonly type: 'failed'; readonly message: string }
  );

/** A provider's page in Settings. */
export interface ProviderPage extends ProviderOwner {
  /** null: the extension has not answered. */
  readonly isAuthenticated: boolean | null;
  /** From the manifest: signs in by browser or with a code, else with a key. */
  readonly signsIn?: boolean | undefined;
  readonly problem?: string | undefined;
  readonly offBecause?: string | undefined;
  readonly modelCount: number;
  /** null: the manifest declares no key. */
  readonly credential: CredentialSummary | null;
  readonly variables: readonly VariableState[];
  /** Markdown of the extension; "" for none. */
  readonly markdown: string;
}
