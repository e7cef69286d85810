/** Folder inside the backup file for everything except the database. */
export const stateFolderName = 'cloudberth-backup';
export const manifestFileName = 'about.json';
export const passwordFileName = 'postgres-password';

/** The metadata of a backup. */
export interface BackupManifest {
  format: 1;
  madeAt: string;
  postgresMajor: number;
  platform: string;
  /** Small files of the data folder that are included in the backup. */
  files: string[];
  /**
   * Folders of the data folder that aren't included, with their sizes. Images and server disks must
   * be copied separately.
   */
  notIncluded: { name: string; files: number; bytes: number }[];
}

/** Database files only work on the same CPU architecture and operating system. */
export const thisPlatform = `${process.platform}-${process.arch}`;
