import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** The documents to export, registered by the slice that issues them. */
export interface Documents {
  /** As JSON, to be sent to the letter; the same document always gives the same. */
  payloadOf(ctx: Pick<Context, 'db'>, documentId: string): Promise<string>;
  /**
   * Hears that something about the hand-over changed, in the transaction that writes it down, with
   * what there is to say of it in its log.
   */
  changed(ctx: Context, documentId: string, entry: LocalizedText | null): Promise<void>;
}

/** Given by the slice that issues documents. */
export const accountingDocuments = defineHook<Documents>('accounting.documents');
