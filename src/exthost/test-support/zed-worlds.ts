import type { ComponentSource } from './built-component.ts';

/**
 * Components of Zed's worlds, without their resources, which `zed-guest.ts` has. A tool runs JavaScript in them, with all
 * that they import. Names and shapes are those of `crates/extension_api/wit` of zed-industries/zed.
 */

/** Of the world, in an interface: the compiler of these components has no types of a world. */
const typesOfWorld = `
  enum downloaded-file-type { gzip, gzip-tar, zip, uncompressed }
  variant language-server-installation-status { none, downloading, checking-for-update, failed(string) }
  record settings-location { worktree-id: u64, path: string }
`;

const ofWorld = `
  use types.{downloaded-file-type, language-server-installation-status, settings-location};
  import get-settings: func(path: option<settings-location>, category: string, key: option<string>) -> result<string, string>;
  import download-file: func(url: string, file-path: string, file-type: downloaded-file-type) -> result<_, string>;
  import make-file-executable: func(filepath: string) -> result<_, string>;
  import set-language-server-installation-status: func(language-server-name: string, status: language-server-installation-status);
  export init-extension: func();
  export run-tool: func(id: string, input: string) -> result<string, string>;
`;

const nodejs = (prefix: string) => `
  ${prefix}node-binary-path: func() -> result<string, string>;
  ${prefix}npm-package-latest-version: func(package-name: string) -> result<string, string>;
  ${prefix}npm-package-installed-version: func(package-name: string) -> result<option<string>, string>;
  ${prefix}npm-install-package: func(package-name: string, version: string) -> result<_, string>;
`;

const releases = (digest: string) => `
  record github-release-asset { name: string, download-url: string${digest} }
  record github-release { version: string, assets: list<github-release-asset> }
  record github-release-options { require-assets: bool, pre-release: bool }
`;

const platform = `
  enum os { mac, linux, windows }
  enum architecture { aarch64, x86, x8664 }
`;

const running = `
  const tried = (call) => { try { return call(); } catch (error) { return String(error.payload ?? error.message ?? error); } };
  export const initExtension = () => {};
  export const runTool = (_id, input) =>
    JSON.stringify(Function(...Object.keys(its), 'tried', JSON.parse(input))(...Object.values(its), tried)) ?? 'nothing';
`;

/** Version 0.0.6: all are functions of the world. */
export const firstWorld: ComponentSource = {
  wit: `package zed:extension;
    interface types { ${platform} ${releases('')} ${typesOfWorld} }
    world extension {
      use types.{os, architecture, github-release, github-release-options};
      ${ofWorld} ${nodejs('import ')}
      import current-platform: func() -> tuple<os, architecture>;
      import latest-github-release: func(repo: string, options: github-release-options) -> result<github-release, string>;
    }`,
  source: `
    const its = {
      platform: { currentPlatform: () => currentPlatform() },
      github: { latestGithubRelease: (...given) => latestGithubRelease(...given) },
      nodejs: { nodeBinaryPath: () => nodeBinaryPath() },
    };
    ${running}`,
};

/** Version 0.8. */
export const lastWorld: ComponentSource = {
  wit: `package zed:extension;
    interface types { ${typesOfWorld} }
    interface platform { ${platform} current-platform: func() -> tuple<os, architecture>; }
    interface nodejs { ${nodejs('')} }
    interface github {
      ${releases(', digest: option<string>')}
      latest-github-release: func(repo: string, options: github-release-options) -> result<github-release, string>;
      github-release-by-tag-name: func(repo: string, tag: string) -> result<github-release, string>;
    }
    interface process {
      record command { command: string, args: list<string>, env: list<tuple<string, string>> }
      record output { status: option<s32>, stdout: list<u8>, stderr: list<u8> }
      run-command: func(command: command) -> result<output, string>;
    }
    interface http-client {
      enum http-method { get, head, post, put, delete, options, patch }
      variant redirect-policy { no-follow, follow-limit(u32), follow-all }
      record http-request {
        method: http-method, url: string, headers: list<tuple<string, string>>, body: option<list<u8>>,
        redirect-policy: redirect-policy,
      }
      record http-response { headers: list<tuple<string, string>>, body: list<u8> }
      fetch: func(req: http-request) -> result<http-response, string>;
      resource http-response-stream { next-chunk: func() -> result<option<list<u8>>, string>; }
      fetch-stream: func(req: http-request) -> result<http-response-stream, string>;
    }
    interface dap {
      record tcp-arguments { port: u16, host: u32, timeout: option<u64> }
      resolve-tcp-template: func(port: option<u16>) -> result<tcp-arguments, string>;
    }
    world extension {
      import platform; import nodejs; import github; import process; import http-client; import dap;
      ${ofWorld}
    }`,
  source: `
    import * as platform from 'zed:extension/platform';
    import * as nodejs from 'zed:extension/nodejs';
    import * as github from 'zed:extension/github';
    import * as process from 'zed:extension/process';
    import * as http from 'zed:extension/http-client';
    import * as dap from 'zed:extension/dap';
    const its = { platform, nodejs, github, process, http, dap };
    ${running}`,
};
