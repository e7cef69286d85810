import * as z from 'zod';
import type { CodeName } from './codes.ts';
import type { Texts } from './languages.ts';
import type { Permission } from './permissions.ts';
import { said } from './said.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `public`: anyone. `signedIn`: any live session. Otherwise the permission asked for; `permissions.ts` says which roles hold it. */
export type Access = 'public' | 'signedIn' | Permission;

/** `json` is the rule. `events` is a server-sent stream, `socket` a WebSocket, `file` anything that is not JSON (logo, CSV). */
export type EndpointKind = 'json' | 'events' | 'socket' | 'file';

/** A field that asks for more than the call it is sent with. */
export interface FieldAccess {
  access: Permission;
  /** The field as its screen calls it. */
  title: Texts;
  /** Why it asks for more: a sentence. */
  why: Texts;
}

/** An operation of the portal, declared once. Everything else (server binding, clients, documents, checks) derives from it. */
export interface Endpoint {
  method: Method;
  /** Below `/svc`, parameters in braces: `/servers/{serverId}`. */
  path: string;
  summary: string;
  access: Access;
  /** Does it change anything? Then it runs in one transaction and leaves an audit entry, done or refused. */
  changes: boolean;
  kind?: EndpointKind;
  /** It handles its own transactions, because something must stay written even when it refuses (e.g. failed log-in counts). */
  ownTransaction?: boolean;
  /**
   * Its handler works on the whole database instead of the rows of its caller: why. Queries alone keep the data of customers apart in it.
   */
  seesWholeDatabase?: string;
  /** Its body is bytes (`application/octet-stream`), not JSON; the handler finds them, a `Buffer`, in `request.body`. */
  bytes?: boolean;
  /**
   * Called by a program that has no session and signs what it sends (`access` is `public`): JSON whose bytes the handler finds, a
   * `Buffer`, in `request.body`. Whoever does not sign is refused with `signatureRefused`, whatever else he sends.
   */
  isSigned?: boolean;
  /**
   * Answered while the database is away (`access` is `public`): neither who calls is asked, nor, with `nothing`, what the site is like
   * now. The handler holds on without the database too.
   */
  asks?: 'site' | 'nothing';
  /** Called over and over within something that is recorded (a chunk of an upload): it leaves no audit entry when it is done. */
  unrecorded?: boolean;
  /**
   * Fields of its body that ask for another permission where they are changed: who lacks that sends them as they are. The handler asks
   * `demandFields()` once it knows what there was; the explainer and the permission table tell of them.
   */
  fields?: Readonly<Record<string, FieldAccess>>;
  /**
   * Its handler asks `askBeforeOrder()`: `always`, or where what it is asked makes something `dearer`. Nobody orders before the billing
   * profile of who pays is in order, and the explainer says so.
   */
  orders?: 'always' | 'dearer';
  /** It changes what protects an account: the person must have proved who it is within the last minutes. */
  proof?: boolean;
  /** A site may ask for such a proof here too (setting `identity.proofFor`). */
  dangerous?: boolean;
  /** An API key may call it though it asks for no permission that keys are given. */
  forKeys?: boolean;
  /** A key bound to servers can call it although its path names none: it only covers what the key has access to. */
  forBoundKeys?: boolean;
  /** How the command line calls it, where the name derived from path and operation would read poorly: `servers delete`. */
  command?: string;
  /** A second address, not below `/svc`, under which published clients know it; parameters in braces too. */
  also?: string;
  /**
   * Published clients of another portal call it, in that host's format: `cli` (its command line and related tools) or `console`.
   * Form bodies are taken too, and refusals have that host's form: at the second address, and for keys of a `console` call.
   */
  speaks?: 'cli' | 'console';
  /** Available while someone acts for the account read-only (`actingReadOnly` otherwise). */
  whileActing?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer?: z.ZodType;
  /** Codes it can answer besides those any endpoint can (bad input, not signed in, not allowed, not found). */
  errors?: readonly CodeName[];
}

/** Declares an endpoint; keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/**
 * Text from outside: trimmed first (a pasted line ends with a line break), then checked: bounded, without U+0000, other control characters (line breaks with `multiline`) or lone surrogates.
 * `min` counts characters as the database does: one beyond U+FFFF is one, although it is two units of a JavaScript string.
 */
export function text(options: { max: number; min?: number; multiline?: boolean }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const control = options.multiline ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u : /[\u0000-\u001f\u007f]/u;
  return z
    .string()
    .trim()
    .max(options.max)
    .refine((value) => !control.test(value) && value.isWellFormed(), {
      message: said('Control characters and lone surrogates aren’t allowed.', 'תווי בקרה ותווים חלקיים אינם מותרים.'),
    })
    .refine((value) => [...value].length >= (options.min ?? 0), {
      message: tooShort(options.min ?? 0),
    });
}

const tooShort = (min: number): string =>
  min === 1 ? said('This field is required.', 'שדה חובה.') : said(`Enter at least ${min} characters.`, `יש להזין לפחות ${min} תווים.`);

/** A whole number written in a query string. */
export function integerText(options: { min: number; max: number }) {
  return z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/, { message: said('Enter a whole number.', 'יש להזין מספר שלם.') })
    .transform(Number)
    .refine((value) => value >= options.min && value <= options.max, {
      message: said(`Enter a number from ${options.min} to ${options.max}.`, `יש להזין מספר בין ${options.min} ל-${options.max}.`),
    });
}

/** An amount of money or a price in an answer: exact decimal text such as `12.3400`, never a float. */
export const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,12})?$/);

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime({ offset: true });

export const id = z.uuid();

/** The handle of long work (specification: command handle); follow it at `/queue/command/{cmdId}`. */
export const commandHandle = z.strictObject({ cmdId: z.int().positive() });

/** Nothing to say but that it is done. */
export const done = z.strictObject({ done: z.literal(true) });
