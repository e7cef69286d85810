import { defineSlice } from '../../../server/platform/slice.ts';
import { movesWithOwner } from '../../users/server/index.ts';
import { imageObject } from './object.ts';
import { prepareImages } from './prepare.ts';
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
      title: { en: 'Images', he: 'תמונות' },
      access: 'images.view',
    },
  ],
  objects: [imageObject],
  routes: imageRoutes,
  tasks: imageTasks,
  settings: [buildAtStart, maxUploadGb, imageQuotaGb, keepUploadsHours],
  logTitles: {
    'image.build': { en: 'Image built', he: 'תמונת דיסק נבנתה' },
    'image.delete': { en: 'Image deleted', he: 'תמונת דיסק נמחקה' },
    'image.fetch': { en: 'Image downloaded', he: 'תמונת דיסק הובאה' },
    'image.remove': { en: 'Image content deleted', he: 'תמונת דיסק הוסרה' },
    'image.take': { en: 'Image created from a disk', he: 'תמונת דיסק נוצרה מדיסק' },
  },
  startWork: ({ services, log }) => prepareImages(services, log),
  rowRules,
  hooks: [movesWithOwner('image'), movesWithOwner('image_upload')],
});
