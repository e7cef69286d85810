import { resolve } from 'node:path';

/** The folder of this project. */
export const projectFolder = resolve(import.meta.dirname, '..');

/** A user-supplied path, relative to the folder the command was called from. */
export function fromCaller(path: string): string {
  return resolve(process.env.CLOUDBERTH_CALLED_FROM ?? process.cwd(), path);
}

/** The data folder: CLOUDBERTH_DATA, or `.data` in the project. */
export function dataFolder(): string {
  const given = process.env.CLOUDBERTH_DATA;
  return given ? fromCaller(given) : resolve(projectFolder, '.data');
}

/** Whether the user disabled installing anything on this machine. */
export const installsForbidden = (): boolean => process.env.CLOUDBERTH_NO_INSTALL === '1';
