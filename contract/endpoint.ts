import * as z from 'zod';
import type { Permission } from './access/permissions.ts';
import type { CodeName } from './errors/codes.ts';
import { schemaMessage } from './fields/schemaMessage.ts';
import type { LocalizedText } from './languages.ts';
import { localize } from './texts/localize.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `public`: anyone. `signedIn`: any active session. Otherwise the required permission;
 * `permissions.ts` lists the roles that have it.
 */
export type Access = 'public' | 'signedIn' | Permission;

/**
 * `json` is the rule. `events` is a server-sent stream, `socket` a WebSocket, `file` anything that
 * is not JSON (logo, CSV).
 */
export type EndpointKind = 'json' | 'events' | 'socket' | 'file';

/** A field that requires another permission than the call itself. */
export interface FieldAccess {
  access: Permission;
  /** The field as its screen calls it. */
  title: LocalizedText;
  /** The reason it requires more, as a sentence. */
  why: LocalizedText;
}

/**
 * An operation of the portal, declared once. Everything else (server binding, clients, documents,
 * checks) derives from it.
 */
export interface Endpoint {
  /** The title in the activity log and in explain access: a few words. */
  title: LocalizedText;
  method: Method;
  /** Below `/svc`, parameters in braces: `/servers/{serverId}`. */
  path: string;
  summary: string;
  access: Access;
  /**
   * Whether it changes anything. If so, it runs in one transaction and leaves an audit entry,
   * whether it succeeds or fails.
   */
  changes: boolean;
  /**
   * Topics of live events that make the answer outdated: `server` (any), or `server:{serverId}`
   * with a parameter of its path. Screens then refetch it.
   */
  topics?: readonly string[];
  /**
   * Topics of what it changes, in the same form: the screens of the caller reload what reads them.
   * Empty if it changes nothing that a screen shows.
   */
  touches?: readonly string[];
  kind?: EndpointKind;
  /**
   * It handles its own transactions, because something must be saved even if it fails (such as
   * failed sign-in attempts).
   */
  ownTransaction?: boolean;
  /**
   * The reason its handler works on the whole database instead of the caller's rows. Only its
   * queries keep customer data apart.
   */
  seesWholeDatabase?: string;
  /**
   * Its body is bytes (`application/octet-stream`), not JSON; the handler finds them, a `Buffer`,
   * in `request.body`.
   */
  bytes?: boolean;
  /**
   * Called by a program without a session that signs its requests (`access` is `public`): JSON
   * whose raw bytes the handler gets as a `Buffer` in `request.body`. Unsigned calls are rejected
   * with `signatureRefused`, regardless of their content.
   */
  isSigned?: boolean;
  /**
   * Available while the database is down (`access` is `public`): the caller isn't identified, and
   * with `nothing` the site's current settings aren't read either. The handler must also work
   * without the database.
   */
  asks?: 'site' | 'nothing';
  /**
   * Called over and over within something that is recorded (a chunk of an upload): it leaves no
   * audit entry when it is done.
   */
  unrecorded?: boolean;
  /**
   * Fields of its body that require another permission to be changed: callers without it send them
   * unchanged. The handler calls `demandFields()` once it has read the old values. Explain access
   * and the permission table list these fields.
   */
  fields?: Readonly<Record<string, FieldAccess>>;
  /**
   * Its handler calls `checkOrder()`: `always`, or if the input makes something `dearer`.
   * Orders require a complete billing profile of the paying account. Explain access reports this.
   */
  orders?: 'always' | 'dearer';
  /** It changes account security: the user must have authenticated within the last minutes. */
  proof?: boolean;
  /** A site can require recent authentication here too (setting `identity.proofFor`). */
  dangerous?: boolean;
  /** An access key can call it although it requires no permission that keys can have. */
  forKeys?: boolean;
  /**
   * A key bound to servers can call it although its path names none: it only covers what the key
   * has access to.
   */
  forBoundKeys?: boolean;
  /**
   * Its command line name, if the name derived from path and operation would read poorly: `servers
   * delete`.
   */
  command?: string;
  /**
   * A second path, not below `/svc`, at which published clients expect it; parameters in braces
   * too.
   */
  also?: string;
  /**
   * Published clients of another portal call it, in that host's format: `cli` (its command line and
   * related tools) or `console`. Form bodies are accepted too, and errors have that host's format:
   * at the second path, and for keys of a `console` call.
   */
  speaks?: 'cli' | 'console';
  /** Available while someone acts for the account read-only (`actingReadOnly` otherwise). */
  whileActing?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer?: z.ZodType;
  /**
   * Errors in addition to those of any endpoint (invalid input, not signed in, no access, not
   * found).
   */
  errors?: readonly CodeName[];
}

/** Declares an endpoint; keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const controlCharacter = /[\u0000-\u001f\u007f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const controlExceptLineBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

/**
 * Text from outside: trimmed first (a pasted line ends with a line break), then checked: bounded,
 * without U+0000, other control characters (line breaks with `multiline`) or lone surrogates. `min`
 * counts characters as the database does: one beyond U+FFFF is one, although it is two units of a
 * JavaScript string.
 */
export function text(options: { max: number; min?: number; multiline?: boolean }) {
  const control = options.multiline ? controlExceptLineBreaks : controlCharacter;
  return z
    .string()
    .trim()
    .max(options.max)
    .refine((value) => !control.test(value) && value.isWellFormed(), {
      message: schemaMessage(localize('invalid.message.controlCharactersLoneSurrogates')),
    })
    .refine((value) => [...value].length >= (options.min ?? 0), {
      message: tooShort(options.min ?? 0),
    });
}

const tooShort = (min: number): string =>
  min === 1
    ? schemaMessage(localize('invalid.tooShort.fieldRequired'))
    : schemaMessage(localize('invalid.tooShort.enterLeastCharacters', { min }));

/** A whole number written in a query string. */
export function integerText(options: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/, { message: schemaMessage(localize('invalid.message.enterWholeNumber')) })
    .transform(Number)
    .refine((value) => value >= options.min && value <= options.max, {
      message: schemaMessage(
        localize('invalid.message.enterNumberFrom', { min: options.min, max: options.max }),
      ),
    });
}

/**
 * A monetary amount or price in an answer: an exact decimal string such as `12.3400`, never a
 * float.
 */
export const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,12})?$/);

/** A time, ISO 8601 in UTC. */
export const moment = z.iso.datetime({ offset: true });

export const id = z.uuid();

/**
 * The ID of a long-running command (specification: command handle). Its progress is at
 * `/queue/command/{cmdId}`.
 */
export const commandHandle = z.strictObject({ cmdId: z.int().positive() });

/** An empty answer: the call succeeded. */
export const done = z.strictObject({ done: z.literal(true) });
