import * as z from 'zod';
import { email } from '../../../contract/email.ts';
import { commandHandle, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { prepaidKeepErrors } from '../../prepaid/contract.ts';
import { costPreview } from '../../pricing/contract.ts';
import { imageFacts, imageItem, imageOffer, imageParams } from './shapes.ts';

const made = commandHandle.extend({ imageId: id });
/** Makes it a new version of that image. */
const familyOf = id.optional();

/**
 * Hex of md5 (32 digits), sha256 (64) or sha512 (128). The call validates the length with the
 * specification's message.
 */
const digest = z
  .string()
  .max(200)
  .transform((value) => value.trim().toLowerCase());

export const privateImageEndpoints = {
  createImageFromServer: endpoint({
    title: { en: 'Create an image from a disk', he: 'יצירת תמונת דיסק מדיסק' },
    method: 'POST',
    path: '/images/disk',
    summary: 'Create a private image from a server’s disk or snapshot.',
    access: 'images.create',
    changes: true,
    orders: 'always',
    body: imageFacts.pick({ name: true, description: true, version: true }).extend({
      serverId: id,
      /** The disk it starts from, unless another is named. */
      diskId: id.optional(),
      snapshotId: id.optional(),
      familyOf,
    }),
    answer: made,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidKeepErrors,
      'serverBusy',
      'serverWrongState',
      'datacenterNotReady',
      'imageQuota',
      'imageNoSpace',
      'imageFamilyRefused',
    ],
  }),
  previewImageCost: endpoint({
    title: { en: 'Preview the cost of an image', he: 'תמחור שמירה של תמונת דיסק' },
    method: 'POST',
    path: '/images/price',
    summary: 'Preview the cost of keeping an image: of a server’s disk, or per GB.',
    access: 'pricing.view',
    changes: false,
    body: z.strictObject({
      serverId: id.optional(),
      diskId: id.optional(),
      snapshotId: id.optional(),
    }),
    answer: costPreview,
    errors: ['priceMissing'],
  }),
  previewImageRemoval: endpoint({
    title: {
      en: 'Preview the savings of deleting an image',
      he: 'צפייה בחיסכון ממחיקת תמונת דיסק',
    },
    method: 'GET',
    path: '/images/{imageId}/cost/removal',
    summary: 'Preview the savings of deleting a private image.',
    access: 'images.create',
    changes: false,
    params: imageParams,
    answer: costPreview,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  importImage: endpoint({
    title: { en: 'Import an image', he: 'ייבוא תמונת דיסק' },
    method: 'POST',
    path: '/images/address',
    summary: 'Import an image from a public URL: download, verify, and convert it.',
    access: 'images.create',
    changes: true,
    orders: 'always',
    body: imageFacts.extend({
      kind: z.enum(['private', 'iso']).default('private'),
      address: text({ min: 1, max: 2000 }),
      digest: digest.optional(),
      familyOf,
    }),
    answer: made,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidKeepErrors,
      'imageSourceRefused',
      'imageDigestLength',
      'imageToolMissing',
      'imageQuota',
      'imageFamilyRefused',
    ],
  }),
  updateImage: endpoint({
    title: { en: 'Update an image', he: 'שינוי תמונת דיסק' },
    method: 'PUT',
    path: '/images/{imageId}/details',
    summary: 'Update an image’s name and description.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    body: imageFacts,
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  offerImage: endpoint({
    title: { en: 'Enable or disable an image', he: 'הצעת תמונת דיסק או הפסקתה' },
    method: 'PUT',
    path: '/images/{imageId}/offer',
    summary: 'Enable or disable an image for new servers.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    body: z.strictObject({ offer: imageOffer, note: text({ max: 500 }).default('') }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  deletePrivateImage: endpoint({
    title: { en: 'Delete a private image', he: 'מחיקת תמונת דיסק פרטית' },
    method: 'DELETE',
    path: '/images/{imageId}/private',
    command: 'images delete',
    summary: 'Delete a private image. Refused while server disks depend on it.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    answer: commandHandle,
    errors: ['imageNotOwned', 'imageRestedOn', 'rightMissing', 'conflict'],
  }),
  latestImage: endpoint({
    title: { en: 'View the latest version of an image', he: 'צפייה בגרסה החדשה של תמונת דיסק' },
    method: 'GET',
    path: '/images/{imageId}/latest',
    command: 'images get-latest',
    summary: 'Get the latest available version of an image.',
    access: 'images.view',
    changes: false,
    params: imageParams,
    answer: imageItem,
  }),
  listImageVersions: endpoint({
    title: { en: 'View image versions', he: 'צפייה בגרסאות של תמונת דיסק' },
    method: 'GET',
    path: '/images/{imageId}/versions',
    summary: 'List all versions of an image, newest first.',
    access: 'images.view',
    changes: false,
    params: imageParams,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          id,
          name: z.string(),
          version: z.string(),
          offer: imageOffer,
          isLatest: z.boolean(),
          createdAt: moment,
        }),
      ),
    }),
  }),
  listImageShares: endpoint({
    title: { en: 'View image shares', he: 'צפייה במשתפי תמונת דיסק' },
    method: 'GET',
    path: '/images/{imageId}/shares',
    summary: 'List the accounts a private image is shared with.',
    access: 'images.share',
    changes: false,
    params: imageParams,
    answer: z.strictObject({
      isSharedWithSite: z.boolean(),
      items: z.array(z.strictObject({ email: z.string(), sharedAt: moment })),
    }),
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  shareImage: endpoint({
    title: { en: 'Share an image', he: 'שיתוף תמונת דיסק' },
    method: 'POST',
    path: '/images/{imageId}/shares',
    summary: 'Share a private image with an account of the site by email address.',
    access: 'images.share',
    changes: true,
    params: imageParams,
    body: z.strictObject({
      email: email.transform((value) => value.toLowerCase()),
    }),
    answer: done,
    errors: ['imageNotOwned', 'imageShareRefused', 'rightMissing'],
  }),
  unshareImage: endpoint({
    title: { en: 'Stop sharing an image', he: 'הפסקת שיתוף של תמונת דיסק' },
    method: 'DELETE',
    path: '/images/{imageId}/shares',
    summary: 'Stop sharing a private image. Servers created from it keep running.',
    access: 'images.share',
    changes: true,
    params: imageParams,
    query: z.strictObject({
      email: email.transform((value) => value.toLowerCase()),
    }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  shareImageWithSite: endpoint({
    title: { en: 'Share an image with the site', he: 'שיתוף תמונת דיסק עם האתר' },
    method: 'PUT',
    path: '/images/{imageId}/siteShare',
    summary: 'Share a private image with the whole site, or stop sharing it.',
    access: 'images.share',
    changes: true,
    params: imageParams,
    body: z.strictObject({ isShared: z.boolean() }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
};
