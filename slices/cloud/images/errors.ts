import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  imageNotReady: error(1200, 422, localize('errors.imageNotReady')),
  imageInUse: error(1201, 422, localize('errors.imageInUse')),
  imageDigestMismatch: error(1202, 422, localize('errors.imageDigestMismatch')),
  imageDigestLength: error(1203, 422, localize('errors.imageDigestLength')),
  imageSourceRefused: error(1204, 422, localize('errors.imageSourceRefused')),
  imageNoSpace: error(1205, 507, localize('errors.imageNoSpace')),
  imageFetchFailed: error(1206, 422, localize('errors.imageFetchFailed')),
  imageBuildFailed: error(1207, 422, localize('errors.imageBuildFailed')),
  pathSystemMissing: error(2500, 400, localize('errors.pathSystemMissing')),
  pathRootMissing: error(2501, 400, localize('errors.pathRootMissing')),
  pathCharacters: error(2502, 400, localize('errors.pathCharacters')),
  pathDots: error(2503, 400, localize('errors.pathDots')),
  pathNameEndsWithDot: error(2504, 400, localize('errors.pathNameEndsWithDot')),
  fileNameCharacters: error(2505, 400, localize('errors.fileNameCharacters')),
  imageRefused: error(2506, 422, localize('errors.imageRefused')),
  imageToolMissing: error(2507, 503, localize('errors.imageToolMissing')),
  imageQuota: error(2508, 422, localize('errors.imageQuota')),
  uploadTooLarge: error(2509, 422, localize('errors.uploadTooLarge')),
  uploadLimit: error(2510, 422, localize('errors.uploadLimit')),
  uploadChunkRefused: error(2511, 400, localize('errors.uploadChunkRefused')),
  uploadIncomplete: error(2512, 409, localize('errors.uploadIncomplete')),
  uploadDigest: error(2513, 422, localize('errors.uploadDigest')),
  uploadTaken: error(2514, 409, localize('errors.uploadTaken')),
  imageShareRefused: error(2515, 422, localize('errors.imageShareRefused')),
  imageRestedOn: error(2516, 409, localize('errors.imageRestedOn')),
  imageWithdrawn: error(2517, 422, localize('errors.imageWithdrawn')),
  imageNotOwned: error(2518, 422, localize('errors.imageNotOwned')),
  imageFamilyRefused: error(2519, 422, localize('errors.imageFamilyRefused')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  image: localize('resources.image'),
  upload: localize('resources.upload'),
};
