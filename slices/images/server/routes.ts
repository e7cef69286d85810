import { may } from '../../../server/platform/access/scope.ts';
import { routes } from '../../../server/platform/http/routes.ts';
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

const done = { done: true } as const;

export const imageRoutes = routes(imageEndpoints, {
  listImages: async (ctx, { query }) => ({
    ...(await listImages(ctx, query)),
    unfinishedUploads: may(ctx, 'images.create') ? await countUploads(ctx) : 0,
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
  updateImage: async (ctx, { params, body }) => {
    await updateImage(ctx, params.imageId, body);
    return done;
  },
  offerImage: async (ctx, { params, body }) => {
    await offerImage(ctx, params.imageId, body.offer, body.note);
    return done;
  },
  deletePrivateImage: (ctx, { params }) => deleteImage(ctx, params.imageId),
  latestImage: (ctx, { params }) => latestImage(ctx, params.imageId),
  listImageVersions: (ctx, { params }) => listVersions(ctx, params.imageId),
  listImageShares: (ctx, { params }) => listShares(ctx, params.imageId),
  shareImage: async (ctx, { params, body }) => {
    await shareImage(ctx, params.imageId, body.email);
    return done;
  },
  unshareImage: async (ctx, { params, query }) => {
    await unshareImage(ctx, params.imageId, query.email);
    return done;
  },
  shareImageWithSite: async (ctx, { params, body }) => {
    await shareWithSite(ctx, params.imageId, body.isShared);
    return done;
  },

  startUpload: (ctx, { body }) => startUpload(ctx, body),
  listUploads: (ctx) => listUploads(ctx),
  getUpload: (ctx, { params }) => getUpload(ctx, params.uploadId),
  putChunk: async (ctx, { params, query, request }) => {
    await putChunk(ctx, params.uploadId, query.offset, query.digest, request.body as Buffer);
    return done;
  },
  finishUpload: (ctx, { params }) => finishUpload(ctx, params.uploadId),
  cancelUpload: async (ctx, { params }) => {
    await cancelUpload(ctx, params.uploadId);
    return done;
  },
});
