import * as z from 'zod';
import {
  commandHandle,
  done,
  endpoint,
  id,
  integerText,
  moment,
  text,
} from '../../../../contract/endpoint.ts';
import { openOrderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { localize } from '../texts/localize.ts';
import { imageFields } from './schemas.ts';

/** The size of every chunk except the last, in bytes. */
export const chunkBytes = 1_048_576;

export const uploadItem = z.strictObject({
  id,
  fileName: z.string(),
  sizeBytes: z.int(),
  chunkBytes: z.int(),
  chunks: z.int(),
  receivedChunks: z.int(),
  /** The name of the image to create. */
  name: z.string(),
  kind: z.enum(['private', 'iso']),
  /** The task that is creating the image from the upload. */
  cmdId: z.int().nullable(),
  /** Why the image couldn't be created, in the viewer's language. */
  problem: z.string().nullable(),
  createdAt: moment,
  /** When the upload is deleted unless it continues. */
  expiresAt: moment,
});

const uploadParams = z.strictObject({ uploadId: id });

export const uploadEndpoints = {
  startUpload: endpoint({
    title: localize('operations.startUpload'),
    method: 'POST',
    path: '/images/uploads',
    summary: 'Start an image upload. Checks space and quota, and returns the chunk sizes.',
    access: 'images.create',
    changes: true,
    touches: ['imageUpload'],
    orders: 'always',
    body: imageFields.extend({
      kind: z.enum(['private', 'iso']).default('private'),
      fileName: z.string().trim().max(200),
      sizeBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
      digest: z
        .string()
        .max(200)
        .transform((value) => value.trim().toLowerCase())
        .optional(),
      familyOf: id.optional(),
    }),
    answer: uploadItem,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...openOrderErrors,
      'fileNameCharacters',
      'imageDigestLength',
      'uploadTooLarge',
      'uploadLimit',
      'imageQuota',
      'imageNoSpace',
      'imageToolMissing',
    ],
  }),
  listUploads: endpoint({
    title: localize('operations.listUploads'),
    method: 'GET',
    path: '/images/uploads',
    summary: 'List unfinished image uploads.',
    access: 'images.create',
    changes: false,
    topics: ['imageUpload', 'image'],
    answer: z.strictObject({ items: z.array(uploadItem) }),
  }),
  getUpload: endpoint({
    title: localize('operations.getUpload'),
    method: 'GET',
    path: '/images/uploads/{uploadId}',
    summary: 'Get an upload with its missing chunks, for example to resume it.',
    access: 'images.create',
    changes: false,
    params: uploadParams,
    answer: uploadItem.extend({
      /** Ranges of missing chunks, numbered from 0. At most 1,000 ranges. */
      missing: z.array(z.strictObject({ from: z.int(), to: z.int() })),
      /**
       * SHA-256 of the first chunk once it is stored. Used to check that a resumed upload sends the
       * same file.
       */
      firstDigest: z.string().nullable(),
    }),
  }),
  putChunk: endpoint({
    title: localize('operations.putChunk'),
    method: 'PUT',
    path: '/images/uploads/{uploadId}/chunks',
    summary: 'Upload one chunk, in any order. Repeating a chunk changes nothing.',
    access: 'images.create',
    changes: true,
    touches: [],
    bytes: true,
    unrecorded: true,
    params: uploadParams,
    query: z.strictObject({
      /** The position of the chunk in the file, in bytes. */
      offset: integerText({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      /** SHA-256 of the chunk in hex, or CRC-32 (8 digits) if the browser has no SHA-256. */
      digest: text({ min: 8, max: 64 }),
    }),
    answer: done,
    errors: ['uploadChunkRefused', 'uploadTaken', 'imageNoSpace'],
  }),
  finishUpload: endpoint({
    title: localize('operations.finishUpload'),
    method: 'POST',
    path: '/images/uploads/{uploadId}/finish',
    summary: 'Finish an upload: verify the file, convert it, and create the image.',
    access: 'images.create',
    changes: true,
    touches: ['imageUpload', 'image', 'task'],
    params: uploadParams,
    answer: commandHandle.extend({ imageId: id }),
    errors: ['uploadIncomplete', 'uploadTaken', 'imageToolMissing', 'imageQuota'],
  }),
  cancelUpload: endpoint({
    title: localize('operations.cancelUpload'),
    method: 'DELETE',
    path: '/images/uploads/{uploadId}',
    summary: 'Cancel an upload and delete its data.',
    access: 'images.create',
    changes: true,
    touches: ['imageUpload'],
    params: uploadParams,
    answer: done,
    errors: ['uploadTaken'],
  }),
};
