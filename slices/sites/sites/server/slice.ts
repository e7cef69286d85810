import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { siteJobs } from './hosts/hostRenewal.ts';
import { hostnameLapsedMail, siteAdminInvitation } from './mails.ts';
import { siteRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const sitesSlice = defineSlice({
  name: 'sites',
  periodicJobs: siteJobs,
  menu: [
    {
      id: 'sites',
      section: 'siteSettings',
      path: '/sites',
      icon: 'world',
      title: localize('slice.menu.sites'),
      access: 'sites.view',
    },
  ],
  routes: siteRoutes,
  mails: [siteAdminInvitation, hostnameLapsedMail],
  rowRules,
});
