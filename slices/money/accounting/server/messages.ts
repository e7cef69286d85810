import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { describeStored } from '../../../../drivers/problem.ts';
import { localize } from '../texts/localize.ts';
import type { Outcome } from './outbox.ts';

const trimmed = (text: LocalizedText): LocalizedText =>
  eachLanguage((language) => text[language].trim());

/** The invoice log entry for an attempt. Null if another attempt follows. */
export function entryOf({
  state,
  resultCode,
  resultText,
  reference,
  link,
}: Outcome): LocalizedText | null {
  const resultMessage = describeStored(resultText);
  const localizedResult = eachLanguage((language) =>
    [resultMessage[language], link].filter(Boolean).join(' '),
  );
  if (state === 'sent')
    return trimmed(
      localize('words.entryOf.exported', { reference, resultCode, said: localizedResult }),
    );
  if (state === 'refused')
    return localize('words.entryOf.accountingServiceRejectedDocument', { said: localizedResult });
  if (state === 'failed')
    return localize('words.entryOf.exportAccountingServiceFailed', { said: localizedResult });
  return null;
}

/** The log entry for a manually requested export. */
export const askedEntry: LocalizedText = localize('askedEntry');

/** The reason drafts aren't exported. */
export const draftNote: LocalizedText = localize('draftNote');

/** The note above a company's documents, by connection state. */
export const exportStateNotes: Record<'none' | 'off' | 'on', LocalizedText> = {
  none: localize('handOverNotes.none'),
  off: localize('handOverNotes.off'),
  on: localize('handOverNotes.on'),
};
