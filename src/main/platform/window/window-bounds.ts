import type { AppState } from '../../../shared/contract/app-state.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minimumSize = { width: 640, height: 420 };
const defaultSize = { width: 1280, height: 800 };
/** Pixels of the title bar that must be on a screen for a window to be reachable. */
const reachable = 80;

/**
 * Bounds of a new window: the stored ones, unless they are on no present screen.
 * @param workAreas of the present screens, the primary one first
 */
export function chooseBounds(
  stored: AppState['window'],
  workAreas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...defaultSize };
  const area = stored && workAreas.find((candidate) => isReachable(stored, candidate));
  if (!stored || !area) return clampSize(defaultSize, primary);
  return { ...clampSize(stored, area), x: Math.round(stored.x), y: Math.round(Math.max(stored.y, area.y)) };
}

function isReachable(window: Rectangle, area: Rectangle): boolean {
  const overlap = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return overlap >= reachable && window.y >= area.y - reachable && window.y <= area.y + area.height - reachable;
}

const clampSize = (size: { width: number; height: number }, area: Rectangle): { width: number; height: number } => ({
  width: Math.round(Math.max(minimumSize.width, Math.min(size.width, area.width))),
  height: Math.round(Math.max(minimumSize.height, Math.min(size.height, area.height))),
});
