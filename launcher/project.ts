import { resolve } from 'node:path';

/** The folder of this project. */
export const projectFolder = resolve(import.meta.dirname, '..');

/** A user-supplied path, relative to the folder the command was called from. */
export function resolveFromCaller(path: string): string {
  return resolve(process.env.CLOUDBERTH_CALLED_FROM ?? process.cwd(), path);
}

/** The data folder: CLOUDBERTH_DATA, or `.data` in the project. */
export function dataFolder(): string {
  const configured = process.env.CLOUDBERTH_DATA;
  return configured ? resolveFromCaller(configured) : resolve(projectFolder, '.data');
}

/** Whether the user disabled installing anything on this machine. */
export const installsForbidden = (): boolean => process.env.CLOUDBERTH_NO_INSTALL === '1';
