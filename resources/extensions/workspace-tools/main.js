/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { applyPatch } from './apply-patch.js';
import { diagnostics } from './diagnostics.js';
import { editFile } from './edit-file.js';
import { fetchPage } from './fetch-page.js';
import { createFile, deleteEntry, move } from './files.js';
import { findFiles } from './find-files.js';
import { listDirectory } from './list-directory.js';
import { readFile } from './read-file.js';
import { readSkill } from './read-skill.js';
import { runCommand } from './run-command.js';
import { searchText } from './search-text.js';
import { tool } from './tool.js';

/** @param {ExtensionContext} context */
export function activate({ subscriptions, tools }) {
  const all = {
    'read-file': readFile,
    'list-directory': listDirectory,
    'find-files': findFiles,
    'search-text': searchText,
    'edit-file': editFile,
    'apply-patch': applyPatch,
    'create-file': createFile,
    move,
    delete: deleteEntry,
    'run-command': runCommand,
    diagnostics,
    'fetch-page': fetchPage,
    'read-skill': readSkill,
  };
  for (const [id, run] of Object.entries(all)) subscriptions.push(tools.register(id, tool(run)));
}
