import * as z from 'zod';
import { localize } from '../texts/localize.ts';
import { schemaMessage } from './schemaMessage.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/u;

/**
 * Normalizes a script or cloud-config for a guest: no byte order mark, LF line endings, and the
 * first line (`#!`, `#cloud-config`) at the very beginning. Leading spaces in YAML are kept,
 * because they are indentation. Text with only white space becomes empty.
 */
export function normalizeGuestText(input: string): string {
  const text = input
    .replace(/^\ufeff+/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .replace(/^[^\S\n]+(?=#)/, '');
  return text.trim() === '' ? '' : text;
}

/**
 * Text that runs in a guest, normalized before any other processing, so that the checked and
 * previewed text is exactly what is delivered.
 */
export const guestText = (max: number) =>
  z
    .string()
    .overwrite(normalizeGuestText)
    .max(max)
    .refine((value) => !control.test(value) && value.isWellFormed(), {
      message: schemaMessage(localize('invalid.message.controlCharactersLoneSurrogates')),
    });
