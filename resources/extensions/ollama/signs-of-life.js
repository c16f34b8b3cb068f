/**
 * Says every now and then that something is still being waited for.
 * @template T
 * @param {Promise<unknown>} awaited
 * @param {number} milliseconds
 * @param {T} sign
 * @returns {AsyncGenerator<T>} ends when what is awaited has settled, however it did
 */
export async function* signsOfLife(awaited, milliseconds, sign) {
  let isSettled = false;
  const settled = awaited.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  for (;;) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const later = new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([settled, later]);
    clearTimeout(timer);
    if (isSettled) return;
    yield sign;
  }
}
