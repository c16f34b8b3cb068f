/** The computer that the app runs on. What a person has there needs `[capabilities] workspace`. */
export interface ExtensionSystem {
  platform(): Promise<SystemPlatform>;
  /**
   * Looks for a program as the person's shell would, in the folders of `PATH`.
   * @param name without a path
   * @returns its absolute path; null: there is none
   */
  which(name: string): Promise<string | null>;
  /** Variables of the environment that hold no secrets, such as `PATH`, `HOME` and `LANG`. */
  environment(): Promise<Readonly<Record<string, string>>>;
}

/** In the words of Node. */
export interface SystemPlatform {
  readonly os: 'darwin' | 'linux' | 'win32';
  readonly architecture: 'arm64' | 'x64';
}
