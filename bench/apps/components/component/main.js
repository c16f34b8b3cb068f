export function runTool(_id, input) {
  const { text, words } = JSON.parse(input);
  return JSON.stringify({ text, count: words.length });
}
