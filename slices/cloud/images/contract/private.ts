import * as z from 'zod';
import { commandHandle, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { email } from '../../../../contract/fields/email.ts';
import { openOrderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { costPreview } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { imageFields, imageItem, imageOffer, imageParams } from './schemas.ts';

const createdImage = commandHandle.extend({ imageId: id });
/** If set, the image becomes a new version of this image. */
const familyOf = id.optional();

/**
 * MD5 (32 digits), SHA-256 (64) or SHA-512 (128) in hex. The call validates the length with the
 * specification's message.
 */
const digest = z
  .string()
  .max(200)
  .transform((value) => value.trim().toLowerCase());

export const privateImageEndpoints = {
  createImageFromServer: endpoint({
    title: localize('operations.createImageFromServer'),
    method: 'POST',
    path: '/images/disk',
    summary: 'Create a private image from a server’s disk or snapshot.',
    access: 'images.create',
    changes: true,
    touches: ['image', 'task'],
    orders: 'always',
    body: imageFields.pick({ name: true, description: true, version: true }).extend({
      serverId: id,
      /** Defaults to the boot disk. */
      diskId: id.optional(),
      snapshotId: id.optional(),
      familyOf,
    }),
    answer: createdImage,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...openOrderErrors,
      'serverBusy',
      'serverWrongState',
      'datacenterNotReady',
      'imageQuota',
      'imageNoSpace',
      'imageFamilyRefused',
    ],
  }),
  previewImageCost: endpoint({
    title: localize('operations.previewImageCost'),
    method: 'POST',
    path: '/images/price',
    summary: 'Preview the cost of keeping an image: of a server’s disk, or per GB.',
    access: 'pricing.view',
    changes: false,
    topics: ['price'],
    body: z.strictObject({
      serverId: id.optional(),
      diskId: id.optional(),
      snapshotId: id.optional(),
    }),
    answer: costPreview,
    errors: ['priceMissing'],
  }),
  previewImageRemoval: endpoint({
    title: localize('operations.previewImageRemoval'),
    method: 'GET',
    path: '/images/{imageId}/cost/removal',
    summary: 'Preview the savings of deleting a private image.',
    access: 'images.create',
    changes: false,
    topics: ['price', 'image'],
    params: imageParams,
    answer: costPreview,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  importImage: endpoint({
    title: localize('operations.importImage'),
    method: 'POST',
    path: '/images/address',
    summary: 'Import an image from a public URL: download, verify, and convert it.',
    access: 'images.create',
    changes: true,
    touches: ['image', 'task'],
    orders: 'always',
    body: imageFields.extend({
      kind: z.enum(['private', 'iso']).default('private'),
      address: text({ min: 1, max: 2000 }),
      digest: digest.optional(),
      familyOf,
    }),
    answer: createdImage,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...openOrderErrors,
      'imageSourceRefused',
      'imageDigestLength',
      'imageToolMissing',
      'imageQuota',
      'imageFamilyRefused',
    ],
  }),
  updateImage: endpoint({
    title: localize('operations.updateImage'),
    method: 'PUT',
    path: '/images/{imageId}/details',
    summary: 'Update an image’s name and description.',
    access: 'images.create',
    changes: true,
    touches: ['image'],
    params: imageParams,
    body: imageFields,
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  offerImage: endpoint({
    title: localize('operations.offerImage'),
    method: 'PUT',
    path: '/images/{imageId}/offer',
    summary: 'Enable or disable an image for new servers.',
    access: 'images.create',
    changes: true,
    touches: ['image'],
    params: imageParams,
    body: z.strictObject({ offer: imageOffer, note: text({ max: 500 }).default('') }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  deletePrivateImage: endpoint({
    title: localize('operations.deletePrivateImage'),
    method: 'DELETE',
    path: '/images/{imageId}/private',
    command: 'images delete',
    summary: 'Delete a private image. Refused while server disks depend on it.',
    access: 'images.create',
    changes: true,
    touches: ['image', 'task'],
    params: imageParams,
    answer: commandHandle,
    errors: ['imageNotOwned', 'imageRestedOn', 'rightMissing', 'conflict'],
  }),
  latestImage: endpoint({
    title: localize('operations.latestImage'),
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
    title: localize('operations.listImageVersions'),
    method: 'GET',
    path: '/images/{imageId}/versions',
    summary: 'List all versions of an image, newest first.',
    access: 'images.view',
    changes: false,
    topics: ['image'],
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
    title: localize('operations.listImageShares'),
    method: 'GET',
    path: '/images/{imageId}/shares',
    summary: 'List the accounts a private image is shared with.',
    access: 'images.share',
    changes: false,
    topics: ['image'],
    params: imageParams,
    answer: z.strictObject({
      isSharedWithSite: z.boolean(),
      items: z.array(z.strictObject({ email: z.string(), sharedAt: moment })),
    }),
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  shareImage: endpoint({
    title: localize('operations.shareImage'),
    method: 'POST',
    path: '/images/{imageId}/shares',
    summary: 'Share a private image with an account of the site by email address.',
    access: 'images.share',
    changes: true,
    touches: ['image'],
    params: imageParams,
    body: z.strictObject({
      email: email.transform((value) => value.toLowerCase()),
    }),
    answer: done,
    errors: ['imageNotOwned', 'imageShareRefused', 'rightMissing'],
  }),
  unshareImage: endpoint({
    title: localize('operations.unshareImage'),
    method: 'DELETE',
    path: '/images/{imageId}/shares',
    summary: 'Stop sharing a private image. Servers created from it keep running.',
    access: 'images.share',
    changes: true,
    touches: ['image'],
    params: imageParams,
    query: z.strictObject({
      email: email.transform((value) => value.toLowerCase()),
    }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  shareImageWithSite: endpoint({
    title: localize('operations.shareImageWithSite'),
    method: 'PUT',
    path: '/images/{imageId}/siteShare',
    summary: 'Share a private image with the whole site, or stop sharing it.',
    access: 'images.share',
    changes: true,
    touches: ['image'],
    params: imageParams,
    body: z.strictObject({ isShared: z.boolean() }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
};
