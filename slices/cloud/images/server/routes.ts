import { hasPermission } from '../../../../server/platform/access/scope.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { imageEndpoints } from '../contract.ts';
import { findImage, listImages, listOfferedImages } from './list.ts';
import { createFromServer, importFromAddress } from './private/create.ts';
import { latestImage, listVersions, offerImage, updateImage } from './private/edit.ts';
import { previewImageCost, previewImageRemoval } from './private/price.ts';
import { deleteImage } from './private/remove.ts';
import { listShares, shareImage, shareWithSite, unshareImage } from './private/share.ts';
import { startBuild, startFetch, startRemove } from './start.ts';
import {
  cancelUpload,
  finishUpload,
  getUpload,
  listUploads,
  putChunk,
  startUpload,
} from './uploads/commands.ts';
import { countUploads } from './uploads/store.ts';

export const imageRoutes = routes(imageEndpoints, {
  listImages: async (ctx, { query }) => ({
    ...(await listImages(ctx, query)),
    unfinishedUploads: hasPermission(ctx, 'images.create') ? await countUploads(ctx) : 0,
  }),
  listOfferedImages: async (ctx, { query }) => ({
    items: await listOfferedImages(ctx, query.datacenter),
  }),
  getImage: (ctx, { params }) => findImage(ctx, params.imageId),
  fetchImage: (ctx, { params }) => startFetch(ctx, params.imageId),
  buildImage: (ctx, { params }) => startBuild(ctx, params.imageId),
  removeImage: (ctx, { params }) => startRemove(ctx, params.imageId),

  createImageFromServer: (ctx, { body }) => createFromServer(ctx, body),
  previewImageCost: (ctx, { body }) => previewImageCost(ctx, body),
  previewImageRemoval: (ctx, { params }) => previewImageRemoval(ctx, params.imageId),
  importImage: (ctx, { body }) => importFromAddress(ctx, body),
  updateImage: (ctx, { params, body }) => updateImage(ctx, params.imageId, body),
  offerImage: (ctx, { params, body }) => offerImage(ctx, params.imageId, body.offer, body.note),
  deletePrivateImage: (ctx, { params }) => deleteImage(ctx, params.imageId),
  latestImage: (ctx, { params }) => latestImage(ctx, params.imageId),
  listImageVersions: (ctx, { params }) => listVersions(ctx, params.imageId),
  listImageShares: (ctx, { params }) => listShares(ctx, params.imageId),
  shareImage: (ctx, { params, body }) => shareImage(ctx, params.imageId, body.email),
  unshareImage: (ctx, { params, query }) => unshareImage(ctx, params.imageId, query.email),
  shareImageWithSite: (ctx, { params, body }) => shareWithSite(ctx, params.imageId, body.isShared),

  startUpload: (ctx, { body }) => startUpload(ctx, body),
  listUploads: (ctx) => listUploads(ctx),
  getUpload: (ctx, { params }) => getUpload(ctx, params.uploadId),
  putChunk: (ctx, { params, query, request }) =>
    putChunk(ctx, params.uploadId, query.offset, query.digest, request.body as Buffer),
  finishUpload: (ctx, { params }) => finishUpload(ctx, params.uploadId),
  cancelUpload: (ctx, { params }) => cancelUpload(ctx, params.uploadId),
});
