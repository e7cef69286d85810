import { defineSlice } from '../../../../server/platform/slice.ts';
import { movesWithOwner } from '../../users/server/index.ts';
import { localize } from '../texts/localize.ts';
import { groupRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const groupsSlice = defineSlice({
  name: 'groups',
  menu: [
    {
      id: 'groups',
      section: 'permissions',
      path: '/groups',
      icon: 'users',
      title: localize('slice.menu.groups'),
      access: 'groups.view',
    },
  ],
  routes: groupRoutes,
  rowRules,
  hooks: [movesWithOwner('user_group')],
});
