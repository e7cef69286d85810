import type { ScreenRoute } from '../../../../web/routes.ts';

export const mailScreens = [
  { path: '/mails', load: () => import('./MailList.tsx') },
  { path: '/mails/sms', load: () => import('./SmsList.tsx') },
  { path: '/mails/message/$messageId', load: () => import('./MailDetail.tsx') },
  { path: '/mails/templates', load: () => import('./TemplateList.tsx') },
  { path: '/mails/templates/$kind/$language', load: () => import('./TemplateEditor.tsx') },
  { path: '/mails/settings', load: () => import('./MailSettings.tsx') },
] as const satisfies readonly ScreenRoute[];
