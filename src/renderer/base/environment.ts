/** The platform as the browser tells it; it decides the names and keys of modifiers only. */
export const isMac: boolean = navigator.platform.startsWith('Mac');
