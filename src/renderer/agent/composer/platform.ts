import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { bootState } from '../../base/boot.ts';

const boot = await bootState;

/** The syntax of paths on this system. */
export const platform: PathPlatform = boot.platform === 'win32' ? 'win32' : 'posix';
