/** An agent server for the picker and the page of Settings. */
export interface AgentServerSnapshot {
  /** An agent reference. */
  readonly ref: string;
  readonly name: string;
  /** "" if there is none. */
  readonly description: string;
  /** SVG text of plain shapes, sanitised; drawn in the colour of the text beside it. */
  readonly icon?: string | undefined;
  readonly from:
    | { readonly type: 'extension'; readonly extensionId: string; readonly extensionName: string }
    | { readonly type: 'settings' }
    | { readonly type: 'registry' };
  /** `absent`: it has to be installed first. `unusable`: it cannot be had here, as `problem` says. */
  readonly state: 'ready' | 'absent' | 'installing' | 'unusable';
  /** In a sentence. */
  readonly problem?: string | undefined;
  /** While it is installed: what happens, in a few words. */
  readonly progress?: string | undefined;
  /** The version that is installed, and the one that can be. */
  readonly installed?: string | undefined;
  readonly available?: string | undefined;
  /** How it is had, in words such as `npm package @scope/name 1.2.3`, and from which host. */
  readonly origin: string;
  /** Variables of its environment with a secret, which the keychain holds. */
  readonly keys: readonly { readonly variable: string; readonly title: string; readonly isSet: boolean }[];
}

/** What would be installed. */
export interface AgentInstallPlan {
  /** To be downloaded; null: not known. */
  readonly bytes: number | null;
  readonly packages: number;
  /** From where. */
  readonly hosts: readonly string[];
  /** Whether each file is compared with a hash that was published before. */
  readonly isChecked: boolean;
}

/** The list of agents that anybody published. */
export interface AgentListState {
  /** When it was made, in ms since 1970. */
  readonly at: number;
  /** The host that it was fetched from; absent: it came with the app. */
  readonly host?: string | undefined;
  /** Names of entries that could not be read. */
  readonly dropped: readonly string[];
}
