import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { emailReplacedMail, newAddressMail } from './mails.ts';
import { profileRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const profileSlice = defineSlice({
  name: 'profile',
  menu: [
    {
      id: 'profile',
      section: 'fixed',
      path: '/profile',
      icon: 'user',
      title: localize('slice.menu.profile'),
      access: 'signedIn',
    },
  ],
  routes: profileRoutes,
  mails: [newAddressMail, emailReplacedMail],
  rowRules,
});
