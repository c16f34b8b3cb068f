/** `context.oauth`: signing in without a key. Tokens are kept with `context.credentials.store`. */
export interface ExtensionOAuth {
  /** Fresh random values for one sign-in: `state`, and the pair of RFC 7636 with S256. */
  createPkce(): Promise<{ state: string; codeVerifier: string; codeChallenge: string }>;
  /**
   * Listens on 127.0.0.1 at a free port, sends the person's browser to `authUrl`, and gives the address at which it came
   * back, once. `{port}` in the address is replaced. The address must hold `state` and `code_challenge` with S256; what
   * comes back with another state is turned away. Works only while `authenticate()` runs.
   * @param options.timeoutSecs default 300
   * @throws `cancelled`, `timeout`, or `provider-auth` with the service's words when it says no
   */
  startWebAuth(options: {
    authUrl: string;
    callbackPath: string;
    timeoutSecs?: number;
  }): Promise<{ callbackUrl: string; port: number }>;
  /** As `fetch`, for the requests of a sign-in: the manifest names the hosts. */
  sendHttpRequest(request: {
    url: string;
    method: string;
    headers?: [name: string, value: string][];
    body?: string;
  }): Promise<{ status: number; headers: [name: string, value: string][]; body: string }>;
  /** Opens an https address in the person's browser. Works only while a person signs in. */
  openBrowser(url: string): Promise<void>;
  /**
   * Asks the token endpoint until the person has signed in, as RFC 8628 has it: every `interval` seconds, 5 more after
   * each `slow_down` and after a lost connection.
   * @returns the answer's fields
   * @throws `provider-auth` when the person or the service refused, `timeout` when the code has expired, `cancelled`
   */
  pollDeviceToken(options: {
    tokenUrl: string;
    clientId: string;
    deviceCode: string;
    /** Seconds, as the service said; default 5. */
    interval?: number;
    /** Seconds, as the service said. */
    expiresIn: number;
    signal: AbortSignal;
    /** Further fields of the form. */
    fields?: Record<string, string>;
  }): Promise<Record<string, unknown>>;
}
