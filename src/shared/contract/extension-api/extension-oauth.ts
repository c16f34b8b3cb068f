/** `context.oauth`: signing in without a key. Tokens are kept with `context.credentials.store`. */
export interface ExtensionOAuth {
  /** New random values for one sign-in: `state`, and a verifier and challenge of RFC 7636 with S256. */
  createPkce(): Promise<{ state: string; codeVerifier: string; codeChallenge: string }>;
  /**
   * Listens on 127.0.0.1 at a free port, opens `authUrl` in the person's browser, and returns the address of the
   * callback, once. `{port}` in `authUrl` is replaced. It must have `state` and `code_challenge` with S256; a
   * callback with another state is refused. Works only during `authenticate()`.
   * @param options.timeoutSecs default 300
   * @throws `cancelled`, `timeout`, or `provider-auth` with the service's words if it refuses
   */
  startWebAuth(options: {
    authUrl: string;
    callbackPath: string;
    timeoutSecs?: number;
  }): Promise<{ callbackUrl: string; port: number }>;
  /** Like `fetch`, for the requests of a sign-in: the manifest must name the hosts. */
  sendHttpRequest(request: {
    url: string;
    method: string;
    headers?: [name: string, value: string][];
    body?: string;
  }): Promise<{ status: number; headers: [name: string, value: string][]; body: string }>;
  /** Opens an https address in the person's browser. Works only during a sign-in. */
  openBrowser(url: string): Promise<void>;
  /**
   * Polls the token endpoint until the person has signed in, as in RFC 8628: every `interval` seconds, 5 more after
   * each `slow_down` and after a lost connection.
   * @returns the fields of the response
   * @throws `provider-auth` if the person or the service refused, `timeout` if the code has expired, `cancelled`
   */
  pollDeviceToken(options: {
    tokenUrl: string;
    clientId: string;
    deviceCode: string;
    /** Seconds, from the service; default 5. */
    interval?: number;
    /** Seconds, from the service. */
    expiresIn: number;
    signal: AbortSignal;
    /** Additional form fields. */
    fields?: Record<string, string>;
  }): Promise<Record<string, unknown>>;
}
