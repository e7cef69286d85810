import type { CodeName } from '../errors/codes.ts';

/** The operating system whose path rules apply. `all` accepts paths of any system. */
export type PathSystem = 'all' | 'linux' | 'windows';

const roots: Record<PathSystem, RegExp> = {
  linux: /^\//,
  windows: /^[A-Za-z]:[\\/]/,
  all: /^(\/|[A-Za-z]:[\\/])/,
};
const separators: Record<PathSystem, RegExp> = { linux: /\//, windows: /[\\/]/, all: /[\\/]/ };
const nameCharacters = /^[A-Za-z0-9._-]*$/;
const fileName = /^[A-Za-z0-9._-]+$/;

/**
 * The problem with a path inside a server (specification section 5), as an error code. Null if the
 * path is valid. A path begins at a root. It contains letters, digits, hyphens, underscores, and
 * dots between slashes, but no three consecutive dots and no name that ends with a dot, so that no
 * path leads upward.
 */
export function pathProblem(path: string, system: PathSystem | null): CodeName | null {
  if (system === null) return 'pathSystemMissing';
  const root = roots[system].exec(path)?.[0];
  if (root === undefined) return 'pathRootMissing';
  const names = path.slice(root.length).split(separators[system]);
  if (!names.every((name) => nameCharacters.test(name))) return 'pathCharacters';
  if (names.some((name) => name.includes('...'))) return 'pathDots';
  return names.some((name) => name.endsWith('.')) ? 'pathNameEndsWithDot' : null;
}

/** The problem with a file name, as an error code. Null if there is none. */
export function fileNameProblem(name: string): CodeName | null {
  if (!fileName.test(name)) return 'fileNameCharacters';
  if (name.includes('...')) return 'pathDots';
  return name.endsWith('.') ? 'pathNameEndsWithDot' : null;
}
