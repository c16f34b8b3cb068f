import type { Asker } from '../../../../shared/contract/question.ts';

export const asker: Asker = { extensionId: 'a', extensionName: 'Extension A' };
export const other: Asker = { extensionId: 'b', extensionName: 'Extension B' };
