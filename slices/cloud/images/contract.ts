import * as z from 'zod';
import { commandHandle, endpoint, id } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { privateImageEndpoints } from './contract/private.ts';
import { imageItem, imageKind, imageParams } from './contract/schemas.ts';
import { uploadEndpoints } from './contract/uploads.ts';
import { localize } from './texts/localize.ts';

export { imageItem } from './contract/schemas.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

const catalogEndpoints = {
  listImages: endpoint({
    title: localize('operations.listImages'),
    method: 'GET',
    path: '/images',
    summary:
      'List images you can use: catalog, private, and shared ones. With `datacenter`, only those of that datacenter.',
    access: 'images.view',
    changes: false,
    topics: ['image', 'imageUpload', 'datacenter'],
    query: listQuery(['name', 'kind', 'state', 'os', 'created'], {
      kind: imageKind.optional(),
      datacenter: id.optional(),
    }),
    answer: listPage(imageItem).extend({
      /** Number of the viewer's unfinished uploads, as listed by `listUploads`. */
      unfinishedUploads: z.int(),
    }),
  }),
  listOfferedImages: endpoint({
    title: localize('operations.listOfferedImages'),
    method: 'GET',
    path: '/images/offered',
    summary: 'List the images available for new servers in a datacenter, ready ones first.',
    access: 'images.view',
    changes: false,
    topics: ['image'],
    query: z.strictObject({ datacenter: id }),
    answer: z.strictObject({ items: z.array(imageItem.extend({ isReady: z.boolean() })) }),
  }),
  getImage: endpoint({
    title: localize('operations.getImage'),
    method: 'GET',
    path: '/images/{imageId}',
    summary: 'Get an image.',
    access: 'images.view',
    changes: false,
    topics: ['image'],
    params: imageParams,
    answer: imageItem,
  }),
  fetchImage: endpoint({
    title: localize('operations.fetchImage'),
    method: 'POST',
    path: '/images/{imageId}/fetch',
    summary: 'Download an image from its source, verify it, and hand it to the engines.',
    access: 'images.manage',
    changes: true,
    touches: ['image', 'task'],
    params: imageParams,
    answer: commandHandle,
    errors: ['conflict', 'imageSourceRefused'],
  }),
  buildImage: endpoint({
    title: localize('operations.buildImage'),
    method: 'POST',
    path: '/images/{imageId}/build',
    summary: 'Build an image on this machine from its distribution’s packages.',
    access: 'images.manage',
    changes: true,
    touches: ['image', 'task'],
    params: imageParams,
    answer: commandHandle,
    errors: ['conflict'],
  }),
  removeImage: endpoint({
    title: localize('operations.removeImage'),
    method: 'DELETE',
    path: '/images/{imageId}',
    command: 'images delete-content',
    summary: 'Delete an image’s content. Its catalog entry stays.',
    access: 'images.manage',
    changes: true,
    touches: ['image', 'task'],
    params: imageParams,
    answer: commandHandle,
    errors: ['imageInUse', 'conflict'],
  }),
};

export const imageEndpoints = {
  ...catalogEndpoints,
  ...privateImageEndpoints,
  ...uploadEndpoints,
};

export { imageEndpoints as endpoints };
