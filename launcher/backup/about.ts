/** Folder inside the backup file for everything except the database. */
export const stateFolderName = 'cloudberth-backup';
export const aboutFileName = 'about.json';
export const passwordFileName = 'postgres-password';

/** The metadata of a backup. */
export interface BackupAbout {
  format: 1;
  madeAt: string;
  postgresMajor: number;
  platform: string;
  /** Small files of the data folder that are in the backup. */
  files: string[];
  /**
   * Folders of the data folder that are not, with their size; images and disks of servers are
   * copied by other means.
   */
  notIncluded: { name: string; files: number; bytes: number }[];
}

/** Database files fit only the same processor family and operating system. */
export const thisPlatform = `${process.platform}-${process.arch}`;
