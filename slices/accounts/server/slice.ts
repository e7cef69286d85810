import type { IconName } from '../../../contract/icons.ts';
import type { MenuEntry } from '../../../contract/menu.ts';
import { on } from '../../../server/platform/hooks.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import type { AnyTaskType } from '../../../server/platform/tasks/task.ts';
import { authorizeOrder } from '../../pricing/server/index.ts';
import { batchTasks } from './batch/task.ts';
import { guardAccountState } from './guard.ts';
import { emailChangedMail, emailProofMail } from './mails.ts';
import { refuseUnbillable } from './orders.ts';
import { accountRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

const batchEntry = (id: string, icon: IconName, en: string, he: string): MenuEntry => ({
  ...{ id, section: 'batchActions', path: `/${id}`, icon },
  title: { en, he },
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
      title: { en: 'Change email address', he: 'שינוי כתובת דוא"ל' },
      access: 'accounts.batch',
    },
    {
      id: 'migrateServices',
      section: 'servicesMigration',
      path: '/migrateServices',
      icon: 'resize',
      title: { en: 'Move services', he: 'העברת שירותים' },
      access: 'accounts.batch',
    },
    batchEntry('suspendAccounts', 'pause', 'Suspend accounts', 'השעיית חשבונות'),
    batchEntry('resumeAccounts', 'play', 'Resume accounts', 'ביטול השעיית חשבונות'),
    batchEntry('terminateAccounts', 'trash', 'Terminate accounts', 'הפסקת חשבונות'),
    batchEntry('forceDepositAccounts', 'receipt', 'Require deposits', 'דרישת פיקדונות'),
  ],
  routes: accountRoutes,
  tasks: Object.values(batchTasks) as unknown as readonly AnyTaskType[],
  checks: [guardAccountState],
  mails: [emailChangedMail, emailProofMail],
  hooks: [on(authorizeOrder, { guard: refuseUnbillable })],
  logTitles: {
    'account.forceDeposit': { en: 'Deposit required', he: 'נדרש פיקדון' },
    'account.resume': { en: 'Account resumed', he: 'החשבון שוחרר' },
    'account.suspend': { en: 'Account suspended', he: 'החשבון הושעה' },
    'account.terminate': { en: 'Account terminated', he: 'החשבון הסתיים' },
  },
  rowRules,
});
