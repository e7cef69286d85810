import * as z from 'zod';
import { commandHandle, endpoint, id } from '../../contract/endpoint.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { privateImageEndpoints } from './contract/private.ts';
import { imageItem, imageKind, imageParams } from './contract/shapes.ts';
import { uploadEndpoints } from './contract/uploads.ts';

export { imageItem } from './contract/shapes.ts';

const catalogueEndpoints = {
  listImages: endpoint({
    method: 'GET',
    path: '/images',
    summary:
      'The images this person may use: the catalogue, its own, and what is shared with it. With `datacenter` those that belong there.',
    access: 'images.view',
    changes: false,
    query: listQuery(['name', 'kind', 'state', 'os', 'created'], { kind: imageKind.optional(), datacenter: id.optional() }),
    answer: listPage(imageItem),
  }),
  listOfferedImages: endpoint({
    method: 'GET',
    path: '/images/offered',
    summary: 'The images a server can be made from in a datacenter: the ready ones first, then those that are not here yet.',
    access: 'images.view',
    changes: false,
    query: z.strictObject({ datacenter: id }),
    answer: z.strictObject({ items: z.array(imageItem.extend({ isReady: z.boolean() })) }),
  }),
  getImage: endpoint({
    method: 'GET',
    path: '/images/{imageId}',
    summary: 'One image.',
    access: 'images.view',
    changes: false,
    params: imageParams,
    answer: imageItem,
  }),
  fetchImage: endpoint({
    method: 'POST',
    path: '/images/{imageId}/fetch',
    summary: 'Fetches the image from its source, checks it and gives it to the engines.',
    access: 'images.manage',
    changes: true,
    params: imageParams,
    answer: commandHandle,
    errors: ['conflict', 'imageSourceRefused'],
  }),
  buildImage: endpoint({
    method: 'POST',
    path: '/images/{imageId}/build',
    summary: 'Builds the image on this machine from packages of its distribution.',
    access: 'images.manage',
    changes: true,
    params: imageParams,
    answer: commandHandle,
    errors: ['conflict'],
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/images/{imageId}',
    command: 'images delete-content',
    summary: 'Removes the content of the image; its entry in the catalogue stays.',
    access: 'images.manage',
    changes: true,
    params: imageParams,
    answer: commandHandle,
    errors: ['imageInUse', 'conflict'],
  }),
};

export const imageEndpoints = { ...catalogueEndpoints, ...privateImageEndpoints, ...uploadEndpoints };
