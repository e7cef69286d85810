import * as z from 'zod';
import type { Permission } from './access/permissions.ts';
import type { CodeName } from './errors/codes.ts';
import { schemaMessage } from './fields/schemaMessage.ts';
import type { LocalizedText } from './languages.ts';
import { localize } from './texts/localize.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `public`: everyone. `signedIn`: any active session. Otherwise the required permission.
 * `permissions.ts` lists the roles that have it.
 */
export type Access = 'public' | 'signedIn' | Permission;

/**
 * Usually `json`. `events` is a server-sent event stream, `socket` a WebSocket, and `file` any
 * response other than JSON (logo, CSV).
 */
export type EndpointKind = 'json' | 'events' | 'socket' | 'file';

/** A field that requires another permission than the call itself. */
export interface FieldAccess {
  access: Permission;
  /** The field name, as shown on its screen. */
  title: LocalizedText;
  /** Why the field requires another permission, as a sentence. */
  why: LocalizedText;
}

/**
 * An operation of the portal, declared once. Everything else (server binding, clients, documents,
 * checks) is derived from it.
 */
export interface Endpoint {
  /** A title of a few words for the activity log and Explain access. */
  title: LocalizedText;
  method: Method;
  /** The path below `/svc`, with parameters in braces: `/servers/{serverId}`. */
  path: string;
  summary: string;
  access: Access;
  /**
   * Whether the operation changes anything. If so, it runs in one transaction and writes an audit
   * entry, whether it succeeds or fails.
   */
  changes: boolean;
  /**
   * Topics of live events that invalidate the response: `server` (any), or `server:{serverId}` with
   * a parameter of the path. Screens then refetch it.
   */
  topics?: readonly string[];
  /**
   * Topics that the operation changes, in the same format. The caller's screens refetch data with
   * these topics. Empty if nothing shown on a screen changes.
   */
  touches?: readonly string[];
  kind?: EndpointKind;
  /**
   * The operation manages its own transactions, because some changes must be saved even if it fails
   * (such as failed sign-in attempts).
   */
  ownTransaction?: boolean;
  /**
   * Why the handler works on the whole database instead of the caller's rows. Only its own queries
   * then isolate customer data.
   */
  seesWholeDatabase?: string;
  /**
   * The body consists of bytes (`application/octet-stream`) instead of JSON. The handler reads them
   * as a `Buffer` from `request.body`.
   */
  bytes?: boolean;
  /**
   * Called without a session by a program that signs its requests (`access` is `public`). The body
   * is JSON, and the handler reads its raw bytes as a `Buffer` from `request.body`. Unsigned calls
   * are rejected with `signatureRefused`, regardless of their content.
   */
  isSigned?: boolean;
  /**
   * Available while the database is down (`access` is `public`). The caller isn't identified, and
   * with `nothing` the site's current settings aren't read either. The handler must also work
   * without the database.
   */
  asks?: 'site' | 'nothing';
  /**
   * Called repeatedly as part of a larger action that is logged, such as for a chunk of an upload.
   * Leaves no audit entry on success.
   */
  unrecorded?: boolean;
  /**
   * Body fields that require another permission to change. Callers without it must send them
   * unchanged. The handler calls `requireFields()` once it has read the old values. Explain access
   * and the permission table list these fields.
   */
  fields?: Readonly<Record<string, FieldAccess>>;
  /**
   * The handler calls `checkOrder()`, either `always` or only if the input makes something
   * `dearer`. Orders require a complete billing profile of the paying account. Explain access
   * reports this.
   */
  orders?: 'always' | 'dearer';
  /** The operation changes account security, so the user must have authenticated recently. */
  proof?: boolean;
  /**
   * A site can require recent authentication for this operation too (setting `identity.proofFor`).
   */
  dangerous?: boolean;
  /** Access keys can call the operation although it requires no permission that keys can have. */
  forKeys?: boolean;
  /**
   * A key bound to servers can call the operation although its path names no server. It only covers
   * what the key has access to.
   */
  forBoundKeys?: boolean;
  /**
   * The command line name, if the one derived from the path and operation would read poorly:
   * `servers delete`.
   */
  command?: string;
  /**
   * An alias path that isn't below `/svc`, where published clients expect the operation. Parameters
   * are in braces too.
   */
  also?: string;
  /**
   * Published clients of another portal call the operation, in that portal's format: `cli` (its
   * command line and related tools) or `console`. Form bodies are also accepted. Errors use that
   * portal's format on the alias path, and for calls with keys to a `console` operation.
   */
  speaks?: 'cli' | 'console';
  /**
   * Available while a user acts on behalf of the account with read-only access (otherwise
   * `actingReadOnly`).
   */
  whileActing?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer?: z.ZodType;
  /**
   * Errors in addition to those of every endpoint (invalid input, not signed in, no access, not
   * found).
   */
  errors?: readonly CodeName[];
}

/** Declares an endpoint and preserves the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const controlCharacter = /[\u0000-\u001f\u007f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const controlExceptLineBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

/**
 * User-provided text. It is trimmed first, because a pasted line ends with a line break, and then
 * validated: limited length, and no U+0000, other control characters (line breaks are allowed with
 * `multiline`), or lone surrogates. `min` counts characters as the database does. A character
 * beyond U+FFFF counts as one, although it is two units of a JavaScript string.
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

/** An integer in a query string. */
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
 * A monetary amount or price in a response: an exact decimal string such as `12.3400`, never a
 * float.
 */
export const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,12})?$/);

/** A timestamp in ISO 8601 format, in UTC. */
export const moment = z.iso.datetime({ offset: true });

export const id = z.uuid();

/**
 * The ID of a long-running command (specification: command handle). Its progress is at
 * `/queue/command/{cmdId}`.
 */
export const commandHandle = z.strictObject({ cmdId: z.int().positive() });

/** An empty response: the call succeeded. */
export const done = z.strictObject({ done: z.literal(true) });
