import { eachLanguage, type LocalizedText, languages } from '../../../../contract/languages.ts';
import type { EngineError, EngineErrorKind } from '../../../../drivers/compute/port.ts';
import { localize } from '../texts/localize.ts';

/** The kinds of engine errors, for readers of languages other than the engines' own. */
const kinds: Record<EngineErrorKind, LocalizedText> = {
  notFound: localize('engineWords.notFound'),
  wrongState: localize('engineWords.wrongState'),
  refused: localize('engineWords.refused'),
  noSpace: localize('engineWords.noSpace'),
  noMemory: localize('engineWords.noMemory'),
  unavailable: localize('engineWords.unavailable'),
  timeout: localize('engineWords.timeout'),
  failed: localize('engineWords.failed'),
};

/**
 * An engine's own message: unchanged in English, and in other languages as a left-to-right
 * quotation after the kind of error.
 */
export const describeEngineError = ({
  kind,
  message,
}: Pick<EngineError, 'kind' | 'message'>): LocalizedText =>
  eachLanguage((language) =>
    language === languages[0] ? message : `${kinds[kind][language]}: "\u2066${message}\u2069"`,
  );
