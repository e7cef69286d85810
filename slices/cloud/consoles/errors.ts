import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  consoleTicketInvalid: error(1500, 403, localize('errors.consoleTicketInvalid')),
  consoleUnavailable: error(1501, 422, localize('errors.consoleUnavailable')),
  guacdAway: error(2600, 503, localize('errors.guacdAway')),
  consoleSignedOut: error(2601, 401, localize('errors.consoleSignedOut')),
  consoleRightGone: error(2602, 403, localize('errors.consoleRightGone')),
  consoleIdle: error(2603, 403, localize('errors.consoleIdle')),
  consoleLimit: error(2604, 429, localize('errors.consoleLimit')),
  guestPortSilent: error(2605, 422, localize('errors.guestPortSilent')),
  sshRefused: error(2606, 422, localize('errors.sshRefused')),
  sshKeyUnreadable: error(2607, 400, localize('errors.sshKeyUnreadable')),
  sshHostKeyChanged: error(2608, 409, localize('errors.sshHostKeyChanged')),
  sshFailed: error(2609, 422, localize('errors.sshFailed')),
  desktopFailed: error(2610, 422, localize('errors.desktopFailed')),
  recordingFailed: error(2611, 503, localize('errors.recordingFailed')),
  recordingGone: error(2612, 404, localize('errors.recordingGone')),
  recordingRunning: error(2613, 409, localize('errors.recordingRunning')),
  recordingFull: error(2614, 422, localize('errors.recordingFull')),
  consoleServerOff: error(2615, 422, localize('errors.consoleServerOff')),
  consoleKeyEnded: error(2616, 401, localize('errors.consoleKeyEnded')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  'host key': localize('resources.hostKey'),
  recording: localize('resources.recording'),
};
