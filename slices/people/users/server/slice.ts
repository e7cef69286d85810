import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { actedForMail, invitationMail } from './mails.ts';
import { userObject } from './object.ts';
import { userRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const usersSlice = defineSlice({
  name: 'users',
  menu: [
    {
      id: 'users',
      section: 'permissions',
      path: '/users',
      icon: 'users',
      title: localize('slice.menu.users'),
      access: 'users.view',
    },
  ],
  objects: [userObject],
  routes: userRoutes,
  mails: [invitationMail, actedForMail],
  rowRules,
});
