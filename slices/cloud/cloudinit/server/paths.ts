import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/** The operating system of a path. With `all`, the path must be valid on both. */
export type OsType = 'all' | 'linux' | 'windows';

const drive = /^[A-Za-z]:(?=\/)/;

/** The problem with a path inside a guest. Null if it's valid (specification section 5, paths). */
export function pathProblem(path: string, osType: OsType | undefined): LocalizedText | null {
  if (osType === undefined) return localize('paths.pathProblem.osTypeMissing');
  const hasDrive = drive.test(path);
  const isAbsolute =
    osType === 'windows' ? hasDrive : path.startsWith('/') || (osType === 'all' && hasDrive);
  if (!isAbsolute) return localize('paths.pathProblem.rootDirectoryMissing');
  const body = hasDrive ? path.slice(2) : path;
  if (!/^[A-Za-z0-9._/-]*$/.test(body))
    return localize('paths.pathProblem.invalidCharactersFoundPath');
  if (/\.{3,}/.test(body)) return localize('paths.pathProblem.moreDotsNot');
  const names = body.split('/').filter((name) => name !== '');
  if (names.some((name) => name === '..' || name === '.'))
    return localize('paths.pathProblem.invalidDirectoryNameNot');
  if (names.slice(0, -1).some((name) => name.endsWith('.')))
    return localize('paths.pathProblem.invalidDirectoryNameName');
  return path.length > 1000 ? localize('paths.pathProblem.pathLongerThan1000') : null;
}

/** Like `pathProblem`, for a file path, which must end with a file name. */
export function filePathProblem(path: string, osType: OsType | undefined): LocalizedText | null {
  const problem = pathProblem(path, osType);
  if (problem) return problem;
  const name = path.split('/').at(-1) ?? '';
  return /^[a-zA-Z0-9._-]+$/.test(name) && !name.endsWith('.')
    ? null
    : localize('paths.filePathProblem.fileNamesMayOnly');
}
