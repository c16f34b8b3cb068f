/**
 * Code of the error with which a call that would end the host fails; its `data` is `{ call }`. The host's report of the
 * attempt may come later than that error.
 */
export const exitAttemptCode = 'exit-attempt';
