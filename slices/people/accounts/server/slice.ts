import type { IconName } from '../../../../contract/icons.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { MenuEntry } from '../../../../contract/menu.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import type { AnyTaskType } from '../../../../server/platform/tasks/task.ts';
import { localize } from '../texts/localize.ts';
import { batchTasks } from './batch/task.ts';
import { emailChangedMail, emailProofMail } from './mails.ts';
import { requireAccountState } from './requireAccountState.ts';
import { accountRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

const batchEntry = (id: string, icon: IconName, title: LocalizedText): MenuEntry => ({
  ...{ id, section: 'batchActions', path: `/${id}`, icon },
  title,
  access: 'accounts.batch',
});

export const accountsSlice = defineSlice({
  name: 'accounts',
  menu: [
    {
      id: 'changeEmail',
      section: 'servicesMigration',
      path: '/changeEmail',
      icon: 'mail',
      title: localize('slice.menu.changeEmailAddress'),
      access: 'accounts.batch',
    },
    {
      id: 'migrateServices',
      section: 'servicesMigration',
      path: '/migrateServices',
      icon: 'resize',
      title: localize('slice.menu.moveServices'),
      access: 'accounts.batch',
    },
    batchEntry('suspendAccounts', 'pause', localize('slice.menu.suspendAccounts')),
    batchEntry('resumeAccounts', 'play', localize('slice.menu.resumeAccounts')),
    batchEntry('terminateAccounts', 'trash', localize('slice.menu.terminateAccounts')),
    batchEntry('forceDepositAccounts', 'receipt', localize('slice.menu.requireDeposits')),
  ],
  routes: accountRoutes,
  tasks: Object.values(batchTasks) as unknown as readonly AnyTaskType[],
  checks: [requireAccountState],
  mails: [emailChangedMail, emailProofMail],
  logTitles: {
    'account.forceDeposit': localize('accountsSlice.logTitles.accountForceDeposit'),
    'account.resume': localize('accountsSlice.logTitles.accountResume'),
    'account.suspend': localize('accountsSlice.logTitles.accountSuspend'),
    'account.terminate': localize('accountsSlice.logTitles.accountTerminate'),
  },
  rowRules,
});
