/** Images stay out of Lua, which has little memory: scripts have `image:1` in place of their data, and may pass that on. */
export class HiddenImages {
  readonly #sources: string[] = [];

  hide(source: string): string {
    return `image:${this.#sources.push(source)}`;
  }

  /** @returns what stood there, or new data as they are */
  show(data: string): string {
    const [, place] = /^image:(\d+)$/.exec(data) ?? [];
    return this.#sources[Number(place) - 1] ?? data;
  }

  /** @param value any part of a request */
  hideIn(value: unknown): unknown {
    return this.#eachSource(value, (source) => this.hide(source));
  }

  showIn(value: unknown): unknown {
    return this.#eachSource(value, (source) => this.show(source));
  }

  #eachSource(value: unknown, of: (source: string) => string): unknown {
    const change = (key: string, inner: unknown) => (key === 'source' && typeof inner === 'string' ? of(inner) : inner);
    return JSON.parse(JSON.stringify(value, change));
  }
}
