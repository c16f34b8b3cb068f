/** What kind of machine this is, as the browser tells; it decides the names and keys of modifiers only. */
export const isMac: boolean = navigator.platform.startsWith('Mac');
