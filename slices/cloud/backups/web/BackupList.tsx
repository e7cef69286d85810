import type { ReactNode } from 'react';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { BackupTable } from './BackupTable.tsx';
import { text } from './text.ts';

/** The backups of all servers visible to the user, including deleted servers. */
export default function BackupList(): ReactNode {
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <BackupTable />
    </>
  );
}
