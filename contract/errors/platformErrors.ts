import { localize } from '../texts/localize.ts';
import { error } from './declaredError.ts';

/** Errors of all calls, and of platform features that all slices use. */
export const errors = {
  notLoggedIn: error(20, 401, localize('errors.notLoggedIn')),
  notLoggedInAnymore: error(24, 401, localize('errors.notLoggedInAnymore')),
  ipChanged: error(56, 401, localize('errors.ipChanged')),
  userDisconnected: error(57, 401, localize('errors.userDisconnected')),
  csrf: error(58, 401, localize('errors.csrf')),
  inputInvalid: error(1000, 400, localize('errors.inputInvalid')),
  notFound: error(1001, 404, localize('errors.notFound')),
  notAllowed: error(1002, 403, localize('errors.notAllowed')),
  conflict: error(1003, 409, localize('errors.conflict')),
  methodNotAllowed: error(1004, 405, localize('errors.methodNotAllowed')),
  mediaType: error(1005, 415, localize('errors.mediaType')),
  bodyTooLarge: error(1006, 413, localize('errors.bodyTooLarge')),
  idempotencyKeyReused: error(1007, 409, localize('errors.idempotencyKeyReused')),
  slowDown: error(1008, 429, localize('errors.slowDown')),
  engineAway: error(1009, 503, localize('errors.engineAway')),
  internal: error(1010, 500, localize('errors.internal')),
  unavailable: error(1011, 503, localize('errors.unavailable')),
  routeUnknown: error(1012, 404, localize('errors.routeUnknown')),
  requestMalformed: error(1013, 400, localize('errors.requestMalformed')),
  crossSite: error(1014, 403, localize('errors.crossSite')),
  diskFull: error(1015, 507, localize('errors.diskFull')),
  diskReserveReached: error(1016, 507, localize('errors.diskReserveReached')),
  memoryFull: error(1017, 503, localize('errors.memoryFull')),
  databaseBusy: error(1018, 503, localize('errors.databaseBusy')),
  filesExhausted: error(1019, 503, localize('errors.filesExhausted')),
  settingInvalid: error(1700, 422, localize('errors.settingInvalid')),
  settingNotAllowed: error(1701, 403, localize('errors.settingNotAllowed')),
  rightMissing: error(2000, 403, localize('errors.rightMissing')),
  lockedByParent: error(2001, 403, localize('errors.lockedByParent')),
  amountWrong: error(2810, 422, localize('errors.amountWrong')),
  headersTooLarge: error(2990, 431, localize('errors.headersTooLarge')),
  requestTooSlow: error(2991, 408, localize('errors.requestTooSlow')),
};

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  connection: localize('resources.connection'),
  setting: localize('resources.setting'),
};
