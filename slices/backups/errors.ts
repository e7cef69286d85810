import { error } from '../../contract/declaredError.ts';

export const errors = {
  backupNotOn: error(
    2555,
    422,
    'Backup is off for {name}. Turn it on first.',
    'הגיבוי של {name} כבוי. יש להפעיל אותו תחילה.',
  ),
  backupNotReady: error(
    2556,
    422,
    'You can’t use this backup. {problem}',
    'לא ניתן להשתמש בגיבוי זה. {problem}',
  ),
  backupDisksDiffer: error(
    2557,
    422,
    'The disks of {name} don’t match the backup. {problem} Restore it to a new server instead.',
    'הדיסקים של {name} אינם תואמים לגיבוי. {problem} אפשר לשחזר לשרת חדש.',
  ),
  backupLimit: error(
    2558,
    422,
    '{name} has reached its limit of {max} manual backups. Delete one to create another.',
    '{name} הגיע למכסה של {max} גיבויים ידניים. יש למחוק גיבוי כדי ליצור חדש.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  backup: { en: 'backup', he: 'גיבוי' },
};
