import * as z from 'zod';
import { text } from '../../../../contract/endpoint.ts';
import { optionalMailbox } from '../../../../contract/fields/email.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { timeZone } from '../../../../contract/fields/timeZone.ts';
import { languages } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

export const language = z.enum(languages);

export const perLanguage = <S extends z.ZodType>(value: S) => z.partialRecord(language, value);

/** A hostname of the site, or its ID if it has none. */
export const siteHost = z.string().min(1).max(253);

export const siteParams = z.strictObject({ siteHost });

export const hostnameInput = text({ min: 1, max: 300 });

export const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, {
    message: schemaMessage(localize('invalid.message.enterThreeCapitalLetters')),
  });

export const siteLanguages = z
  .array(language)
  .min(1)
  .max(languages.length)
  .refine((chosen) => new Set(chosen).size === chosen.length, {
    message: schemaMessage(localize('invalid.message.listEachLanguageOnce')),
  });

/** Specification section 9: 0 init, 1 available, 2 in use, 3 illegal, 4 checking. */
export const hostStates = { init: 0, available: 1, inUse: 2, illegal: 3, checking: 4 } as const;

export const settingsShape = {
  name: text({ min: 2, max: 100 }),
  systemName: text({ min: 1, max: 60 }),
  copyright: text({ max: 200 }),
  languages: siteLanguages,
  currency,
  timeZone,
  mailSender: optionalMailbox,
  /** New-user billing profile: 0 none, 1 external (invite only), 2 own profile (open sign-up). */
  signUp: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  requiresEmailValidation: z.boolean(),
};
