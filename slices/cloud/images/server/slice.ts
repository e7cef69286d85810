import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { sandboxParts } from '../../../people/keys/server/index.ts';
import { movesWithOwner } from '../../../people/users/server/index.ts';
import { localize } from '../texts/localize.ts';
import { imageNotices } from './notices.ts';
import { imageObject } from './object.ts';
import { prepareImages, simulateImages } from './preparation/prepare.ts';
import { imageRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { buildAtStart, imageQuotaGb, keepUploadsHours, maxUploadGb } from './settings.ts';
import { imageTasks } from './tasks.ts';
import { clearUploads } from './uploads/jobs.ts';

export const imagesSlice = defineSlice({
  name: 'images',
  periodicJobs: [clearUploads],
  menu: [
    {
      id: 'hdlibrary',
      section: 'cloud',
      path: '/hdlibrary',
      icon: 'disk',
      title: localize('slice.menu.images'),
      access: 'images.view',
    },
  ],
  objects: [imageObject],
  routes: imageRoutes,
  tasks: imageTasks,
  settings: [buildAtStart, maxUploadGb, imageQuotaGb, keepUploadsHours],
  logTitles: {
    'image.build': localize('imagesSlice.logTitles.imageBuild'),
    'image.delete': localize('imagesSlice.logTitles.imageDelete'),
    'image.fetch': localize('imagesSlice.logTitles.imageFetch'),
    'image.remove': localize('imagesSlice.logTitles.imageRemove'),
    'image.take': localize('imagesSlice.logTitles.imageTake'),
  },
  startWork: ({ services, log }) => prepareImages(services, log),
  rowRules,
  hooks: [
    on(sandboxParts, { complete: simulateImages }),
    on(dashboardNotices, imageNotices),
    movesWithOwner('image'),
    movesWithOwner('image_upload'),
  ],
});
