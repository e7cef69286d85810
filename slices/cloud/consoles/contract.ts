import * as z from 'zod';
import { done, endpoint, id, integerText, moment } from '../../../contract/endpoint.ts';
import { datePage, datePageQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/**
 * `vnc` and `serial` are the screen and serial line of the virtual machine, provided by its engine.
 * `ssh`, `rdp` and `guestVnc` connect to a port of the guest and require a program that listens
 * there.
 */
export const consoleKind = z.enum(['vnc', 'serial', 'ssh', 'rdp', 'guestVnc']);
/** The content of a recording: the server's output, or also the input. */
export const recordingMode = z.enum(['none', 'output', 'all']);

const serverParams = z.strictObject({ serverId: id });
export const guestPort = z.int().min(1).max(65_535);

export const guestText = z
  .string()
  .max(256)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), {
    message: schemaMessage(localize('invalid.message.textContainsU0000')),
  });

/** SSH credentials for a guest: a password, or a key and its passphrase. */
export const guestSignIn = {
  user: guestText
    .transform((user) => user.trim())
    .refine((user) => user !== '', {
      message: schemaMessage(localize('invalid.message.enterUsername')),
    }),
  password: z.string().max(1024).optional(),
  privateKey: z.string().max(32_768).optional(),
  passphrase: z.string().max(1024).optional(),
};

export const connectAnswer = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind: consoleKind,
      /** Why the console can't be opened now. Null when it can. */
      reason: z.string().nullable(),
      recorded: recordingMode,
      /** The guest's port. Null for the consoles of the virtual machine itself. */
      port: z.int().nullable(),
    }),
  ),
  /** The host keys that the guest's SSH server last presented. */
  hostKeys: z.array(
    z.strictObject({
      port: z.int(),
      algorithm: z.string(),
      fingerprint: z.string(),
      since: moment,
      by: z.string(),
    }),
  ),
  /** Why the viewer can't replay recordings. Null when they can. */
  replay: z.string().nullable(),
  keepDays: z.int(),
});

export const recordingItem = z.strictObject({
  id: z.uuid(),
  serverId: z.uuid(),
  serverName: z.string(),
  kind: consoleKind,
  by: z.string(),
  /** The user who was signed in, if they were acting for `by`. */
  operator: z.string().nullable(),
  ip: z.string(),
  startedAt: moment,
  /** Null while the session is running. */
  endedAt: moment.nullable(),
  durationMs: z.int().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  hasInput: z.boolean(),
  /** `cut`: the portal stopped during the recording. Everything until then is recorded. */
  state: z.enum(['running', 'kept', 'cut']),
  deletedAfter: moment.nullable(),
});

export const consoleEndpoints = {
  openConsole: endpoint({
    title: localize('operations.openConsole'),
    method: 'POST',
    path: '/servers/{serverId}/console',
    summary: 'Create a one-time console ticket. Open `path` as a WebSocket within a minute.',
    access: 'servers.operate',
    changes: true,
    touches: ['task'],
    params: serverParams,
    body: z.strictObject({ kind: consoleKind, port: guestPort.optional() }),
    answer: z.strictObject({
      ticket: z.string(),
      path: z.string(),
      expiresAt: moment,
      recorded: recordingMode,
    }),
    errors: ['consoleUnavailable', 'serverWrongState', 'datacenterNotReady', 'guacdAway'],
  }),
  console: endpoint({
    title: localize('operations.console'),
    method: 'GET',
    path: '/consoles/{ticket}',
    summary:
      'Connect to a console. `vnc` (RFB) and `serial` use raw bytes both ways as binary frames. For `ssh`, `rdp`, and `guestVnc`, the portal sends `signIn`, the first text frame signs in, and then binary frames are the terminal or text frames are Guacamole instructions.',
    access: 'public',
    changes: false,
    kind: 'socket',
    params: z.strictObject({
      ticket: z
        .string()
        .trim()
        .regex(/^[\w-]{43}$/, {
          message: schemaMessage(localize('invalid.message.consoleTicketRequired')),
        }),
    }),
    errors: ['consoleTicketInvalid', 'consoleUnavailable', 'consoleLimit', 'recordingFailed'],
  }),
  getScreenshot: endpoint({
    title: localize('operations.getScreenshot'),
    method: 'GET',
    path: '/servers/{serverId}/screenshot',
    summary: 'Get the server’s current screen as PNG. Answers 204 when there is none.',
    access: 'servers.view',
    changes: false,
    kind: 'file',
    params: serverParams,
    query: z.strictObject({ t: integerText({ min: 0, max: 999_999_999_999_999 }).optional() }),
    errors: ['engineAway'],
  }),
  getConnect: endpoint({
    title: localize('operations.getConnect'),
    method: 'GET',
    path: '/servers/{serverId}/connect',
    summary:
      'List the ways to connect to a server from the browser, why one is unavailable, and what is recorded.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}', 'setting'],
    params: serverParams,
    answer: connectAnswer,
  }),
  forgetHostKey: endpoint({
    title: localize('operations.forgetHostKey'),
    method: 'DELETE',
    path: '/servers/{serverId}/hostKeys/{port}',
    command: 'servers delete-host-key',
    summary: 'Delete the saved SSH host key of a reinstalled server. The next key is saved.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}'],
    params: z.strictObject({ serverId: id, port: integerText({ min: 1, max: 65_535 }) }),
    answer: done,
  }),
  listRecordings: endpoint({
    title: localize('operations.listRecordings'),
    method: 'GET',
    path: '/servers/{serverId}/recordings',
    summary: 'List the console recordings of a server, newest first.',
    access: 'consoles.replay',
    changes: false,
    topics: ['recording'],
    params: serverParams,
    query: datePageQuery,
    answer: datePage(recordingItem),
  }),
  getRecording: endpoint({
    title: localize('operations.getRecording'),
    method: 'GET',
    path: '/recordings/{recordingId}',
    summary: 'Get a recording and whether its file still matches the activity log.',
    access: 'consoles.replay',
    changes: false,
    topics: ['recording:{recordingId}'],
    params: z.strictObject({ recordingId: id }),
    answer: recordingItem.extend({
      /** `changed`: the file or its database row was modified. `gone`: the file is missing. */
      check: z.enum(['intact', 'changed', 'gone', 'running']),
    }),
  }),
  getRecordingContent: endpoint({
    title: localize('operations.getRecordingContent'),
    method: 'GET',
    path: '/recordings/{recordingId}/content',
    summary:
      'Download a recording: asciicast v2 for terminals; for screens a line of JSON, then frames of time in ms (4 bytes), direction (1 byte, 0 from the server), length (4 bytes), and bytes.',
    access: 'consoles.replay',
    changes: false,
    kind: 'file',
    params: z.strictObject({ recordingId: id }),
    query: z.strictObject({ download: z.enum(['true']).optional() }),
    errors: ['recordingGone', 'recordingRunning'],
  }),
};

export { consoleEndpoints as endpoints };
