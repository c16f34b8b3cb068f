import type { HttpRequest } from '../../../../../shared/contract/extension-api/extension-http.ts';
import type { ComponentImports, ImportScope } from '../component-import.ts';
import { recordOf, textOf } from '../given-values.ts';

/**
 * Zed's interface `github`, by GitHub's REST API without a token: 60 requests in an hour. Source:
 * https://docs.github.com/en/rest/releases/releases
 */

/** Releases that are looked through for the latest one. */
const perPage = 30;

interface Release {
  readonly version: string;
  readonly assets: readonly { readonly name: string; readonly downloadUrl: string; readonly digest: string | null }[];
}

const releasesOf = (repo: unknown) => `https://api.github.com/repos/${repositoryOf(textOf(repo, 'repo'))}/releases`;

export const githubImports = {
  'github.latest-github-release': {
    async run(scope, [repo, options]) {
      const { requireAssets, preRelease } = recordOf(options, 'options');
      const told = await askGithub(scope, `${releasesOf(repo)}?per_page=${perPage}`);
      const published = (Array.isArray(told) ? told : []).map((one) => recordOf(one, 'A release'));
      const found = published
        .filter(({ draft, prerelease }) => draft !== true && (prerelease === true) === (preRelease === true))
        .map(releaseOf)
        .find(({ assets }) => requireAssets !== true || assets.length > 0);
      if (found) return found;
      throw new Error(`${textOf(repo, 'repo')} has no such release among its last ${perPage}`);
    },
  },
  'github.github-release-by-tag-name': {
    run: async (scope, [repo, tag]) =>
      releaseOf(await askGithub(scope, `${releasesOf(repo)}/tags/${encodeURIComponent(textOf(tag, 'tag'))}`)),
  },
} satisfies ComponentImports;

function repositoryOf(repo: string): string {
  if (/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(repo) && !repo.split('/').some((part) => /^\.+$/.test(part)))
    return repo;
  throw new Error(`"${repo}" names no repository. Give its owner and its name, such as "owner/name"`);
}

async function askGithub({ context: { http }, signal }: ImportScope, url: string): Promise<unknown> {
  const response = await http.request(url, { headers: { accept: 'application/vnd.github+json' }, signal, explain });
  return http.json(response);
}

const explain: NonNullable<HttpRequest['explain']> = ({ status, body }) => {
  if (status === 404) return { code: 'invalid-request', message: 'GitHub knows no such repository or release' };
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown };
  if (status === 429 || (status === 403 && /rate limit/i.test(String(message)))) {
    return {
      code: 'provider-rate-limited',
      message: 'GitHub takes 60 requests of your address in an hour. Try again later',
    };
  }
  return { code: 'provider-error', message: `GitHub refused the request with status ${status}` };
};

function releaseOf(told: unknown): Release {
  const { tag_name: version, assets } = recordOf(told, 'A release');
  return {
    version: textOf(version, 'tag_name'),
    assets: (Array.isArray(assets) ? assets : []).map((one) => {
      const { name, browser_download_url: url, digest } = recordOf(one, 'An asset');
      return {
        name: textOf(name, 'name'),
        downloadUrl: textOf(url, 'browser_download_url'),
        digest: typeof digest === 'string' ? digest : null,
      };
    }),
  };
}
