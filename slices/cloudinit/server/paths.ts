import type { Texts } from '../../../server/platform/tasks/task.ts';

/** What a path is for; `all`: it must be right on both. */
export type OsType = 'all' | 'linux' | 'windows';

const drive = /^[A-Za-z]:(?=\/)/;

/** What is wrong with a path inside a guest; null when nothing (specification section 5, paths). */
export function pathProblem(path: string, osType: OsType | undefined): Texts | null {
  if (osType === undefined) return { en: 'OS Type is missing.', he: 'סוג מערכת ההפעלה חסר.' };
  const hasDrive = drive.test(path);
  const isRooted =
    osType === 'windows' ? hasDrive : path.startsWith('/') || (osType === 'all' && hasDrive);
  if (!isRooted) return { en: 'Root Directory is Missing.', he: 'ספריית השורש חסרה.' };
  const body = hasDrive ? path.slice(2) : path;
  if (!/^[A-Za-z0-9._/-]*$/.test(body))
    return { en: 'Invalid characters are found in the Path.', he: 'נמצאו תווים לא חוקיים בנתיב.' };
  if (/\.{3,}/.test(body))
    return {
      en: '3 or more dots are not allowed in Path.',
      he: 'שלוש נקודות או יותר אינן מותרות בנתיב.',
    };
  const names = body.split('/').filter((name) => name !== '');
  if (names.some((name) => name === '..' || name === '.'))
    return {
      en: 'Invalid Directory name: . and .. are not allowed in Path.',
      he: 'שם ספרייה לא חוקי: . ו-.. אינם מותרים בנתיב.',
    };
  if (names.slice(0, -1).some((name) => name.endsWith('.')))
    return {
      en: 'Invalid Directory name, the Name Cannot end with dot.',
      he: 'שם ספרייה לא חוקי: השם אינו יכול להסתיים בנקודה.',
    };
  return path.length > 1000
    ? { en: 'The Path is longer than 1000 characters.', he: 'הנתיב ארוך מ-1000 תווים.' }
    : null;
}

/** The same for the path of a file: it ends with a file name. */
export function filePathProblem(path: string, osType: OsType | undefined): Texts | null {
  const problem = pathProblem(path, osType);
  if (problem) return problem;
  const name = path.split('/').at(-1) ?? '';
  return /^[a-zA-Z0-9._-]+$/.test(name) && !name.endsWith('.')
    ? null
    : {
        en: 'File names may only contain a-zA-Z0-9._- and can’t end with a dot.',
        he: 'שמות קבצים יכולים להכיל רק a-zA-Z0-9._- ולא להסתיים בנקודה.',
      };
}
