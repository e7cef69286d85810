import * as z from 'zod';
import { email } from '../../../contract/email.ts';
import { commandHandle, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { prepaidKeepErrors } from '../../prepaid/contract.ts';
import { costPreview } from '../../pricing/contract.ts';
import { imageFacts, imageItem, imageOffer, imageParams } from './shapes.ts';

const made = commandHandle.extend({ imageId: id });
/** Makes it a new version of that image. */
const familyOf = id.optional();

/** Hex of md5 (32 digits), sha256 (64) or sha512 (128); the length is judged by the call, with the specification's words. */
const digest = z
  .string()
  .max(200)
  .transform((value) => value.trim().toLowerCase());

export const privateImageEndpoints = {
  createImageFromServer: endpoint({
    method: 'POST',
    path: '/images/disk',
    summary: "Copies a server's disk, as it is now or as a snapshot holds it, into an image of one's own.",
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
    method: 'POST',
    path: '/images/price',
    summary: 'What keeping an image would cost: of the disk of a server, or of any size for each gigabyte.',
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
    method: 'GET',
    path: '/images/{imageId}/cost/removal',
    summary: 'What is no longer charged once an image of one’s own is deleted.',
    access: 'images.create',
    changes: false,
    params: imageParams,
    answer: costPreview,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  importImage: endpoint({
    method: 'POST',
    path: '/images/address',
    summary: 'Fetches a file from a public address, checks its digest, converts it and keeps it as an image.',
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
  changeImage: endpoint({
    method: 'PUT',
    path: '/images/{imageId}/details',
    summary: 'Changes what an image is called and what is said about it.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    body: imageFacts,
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  offerImage: endpoint({
    method: 'PUT',
    path: '/images/{imageId}/offer',
    summary: 'Says whether servers should still be made from an image.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    body: z.strictObject({ offer: imageOffer, note: text({ max: 500 }).default('') }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
  deletePrivateImage: endpoint({
    method: 'DELETE',
    path: '/images/{imageId}/private',
    command: 'images delete',
    summary: 'Deletes an image of one’s own; refused while disks of servers rest on it.',
    access: 'images.create',
    changes: true,
    params: imageParams,
    answer: commandHandle,
    errors: ['imageNotOwned', 'imageRestedOn', 'rightMissing', 'conflict'],
  }),
  latestImage: endpoint({
    method: 'GET',
    path: '/images/{imageId}/latest',
    command: 'images get-latest',
    summary: 'The newest version of the same image that is offered and ready; itself when there is no newer.',
    access: 'images.view',
    changes: false,
    params: imageParams,
    answer: imageItem,
  }),
  listImageVersions: endpoint({
    method: 'GET',
    path: '/images/{imageId}/versions',
    summary: 'All versions of the same image, the newest first.',
    access: 'images.view',
    changes: false,
    params: imageParams,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({ id, name: z.string(), version: z.string(), offer: imageOffer, isLatest: z.boolean(), createdAt: moment }),
      ),
    }),
  }),
  listImageShares: endpoint({
    method: 'GET',
    path: '/images/{imageId}/shares',
    summary: 'Who else may use an image of one’s own.',
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
    method: 'POST',
    path: '/images/{imageId}/shares',
    summary: 'Lets somebody of the same site make servers from the image, by the e-mail address of the account.',
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
    method: 'DELETE',
    path: '/images/{imageId}/shares',
    summary: 'Takes that back; servers that were made from it go on.',
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
    method: 'PUT',
    path: '/images/{imageId}/siteShare',
    summary: 'Lets everybody of the same site make servers from the image, or no more.',
    access: 'images.share',
    changes: true,
    params: imageParams,
    body: z.strictObject({ isShared: z.boolean() }),
    answer: done,
    errors: ['imageNotOwned', 'rightMissing'],
  }),
};
