import { randomBytes } from 'node:crypto';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

interface Grant {
  readonly userCode: string;
  /** Minimum of seconds between two polls. */
  interval: number;
  askedAt: number;
  isOver: boolean;
}

/** Milliseconds by which a poll may be early, as clocks differ. */
const tolerance = 50;

/** The server side of device codes (RFC 8628). */
export function createDeviceGrants() {
  const grants = new Map<string, Grant>();
  let toSay: readonly string[] = [];
  let last = { deviceCode: '', userCode: '' };

  return {
    last: () => last,
    sayNext(...errors: readonly string[]): void {
      toSay = errors;
    },
    expire(): void {
      for (const grant of grants.values()) grant.isOver = true;
    },
    /** Response of the device authorization endpoint (section 3.2). */
    start(url: string): Record<string, unknown> {
      const letters = [...randomBytes(8)].map((byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
      last = {
        deviceCode: randomBytes(24).toString('base64url'),
        userCode: `${letters.slice(0, 4)}-${letters.slice(4)}`,
      };
      grants.set(last.deviceCode, { userCode: last.userCode, interval: 1, askedAt: performance.now(), isOver: false });
      const verification_uri = `${url}/device-page`;
      const { deviceCode: device_code, userCode: user_code } = last;
      return { device_code, user_code, verification_uri, expires_in: 300, interval: 1 };
    },
    /** Section 3.5. @returns the error; null if a token is due */
    poll(deviceCode: string, decision: 'grant' | 'deny' | null): string | null {
      const grant = grants.get(deviceCode);
      if (!grant) return 'invalid_grant';
      if (grant.isOver) return 'expired_token';
      const waited = performance.now() - grant.askedAt;
      grant.askedAt = performance.now();
      const [said, ...rest] = toSay;
      toSay = rest;
      if (said === 'slow_down' || waited < grant.interval * 1000 - tolerance) {
        grant.interval += 5;
        return 'slow_down';
      }
      if (said !== undefined) return said;
      if (decision === null) return 'authorization_pending';
      grant.isOver = true;
      return decision === 'deny' ? 'access_denied' : null;
    },
  };
}
