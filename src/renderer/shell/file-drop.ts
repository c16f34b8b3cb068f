import { imagePlaceOf, isImage, markImagePlace } from '../base/image-drop.ts';
import { extensionsViewIsOpen } from '../base/overlay-store.ts';
import { openFolderAt } from '../base/workspace/open-folder.ts';
import { api } from '../bridge.ts';
import { openDocument } from '../editor/documents/open-document.ts';
import { installDropped, isArchive } from '../extensions/installing.ts';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * A folder that is dropped on the window is opened, and so are files; an archive is an extension to install, and so is
 * a folder while the Extensions view is open. Text that is dragged stays the editor's business.
 */
export function followFileDrops(): void {
  const onDragOver = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    markImagePlace(event.type !== 'drop' && imagePlaceOf(event) !== null);
  };
  const onDrop = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    onDragOver(event);
    const place = imagePlaceOf(event);
    const items = [...(event.dataTransfer?.items ?? [])];
    place?.add(items.flatMap((item) => (isImage(item) ? (item.getAsFile() ?? []) : [])));
    void openDropped(place ? items.filter((item) => !isImage(item)) : items);
  };
  // The pointer has left the window with what it drags.
  const onDragLeave = ({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) markImagePlace(false);
  };
  window.addEventListener('dragover', onDragOver, { capture: true });
  window.addEventListener('drop', onDrop, { capture: true });
  window.addEventListener('dragleave', onDragLeave, { capture: true });
}

async function openDropped(items: readonly DataTransferItem[]): Promise<void> {
  // Read before anything is awaited: the items are empty afterwards.
  const dropped = items.flatMap((item) => {
    const file = item.getAsFile();
    const path = file ? api.workspace.pathOf(file) : '';
    return path === '' ? [] : [{ path, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }];
  });
  const extension = dropped.find(({ path, isFolder }) => (isFolder ? extensionsViewIsOpen() : isArchive(path)));
  if (extension) return installDropped(extension.path);
  const folder = dropped.find(({ isFolder }) => isFolder);
  if (folder) await openFolderAt(folder.path);
  for (const { path, isFolder } of dropped) if (!isFolder) await openDocument(path);
}
